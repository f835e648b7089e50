#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

// A values file as a list of lines, for tests that insert mistakes.
namespace kval::seeded_errors {

// `  - key: value`
struct Line {
  std::string indent, dash, key,
      value;             // `dash` is "- " or empty; `key` is empty if the line has another form
  bool is_text = false;  // content of a block scalar, an empty line or a comment
};

class Chart {
 public:
  explicit Chart(const std::string& text);

  const std::vector<std::string>& strings() const { return strings_; }
  const Line& line(size_t index) const { return lines_[index]; }
  size_t size() const { return strings_.size(); }
  // Returns the next line that is neither empty nor a comment, or size() if there is none.
  size_t Next(size_t index) const;
  // Returns true if the previous or the next line has an entry of the same mapping.
  bool HasSibling(size_t index) const;
  // Returns true if the value of the entry on line `index` is a block mapping.
  bool HoldsMapping(size_t index) const;

  // Returns a random line that satisfies `fits`, or std::nullopt if there is none.
  template <typename Fits>
  std::optional<size_t> Pick(std::mt19937& random, const Fits& fits) const {
    std::vector<size_t> fitting;
    for (size_t i = 0; i < size(); ++i) {
      if (!lines_[i].is_text && fits(lines_[i], i)) {
        fitting.push_back(i);
      }
    }
    return fitting.empty() ? std::nullopt : std::optional<size_t>(fitting[random() % fitting.size()]);
  }

 private:
  std::vector<std::string> strings_;
  std::vector<Line> lines_;
};

// The file after the insertion of a mistake.
struct Edit {
  std::vector<std::string> lines;
  size_t first = 0, last = 0;  // range of lines (from 0) that the finding must name

  std::string text() const;
};

struct Mistake {
  const char* name;
  std::optional<Edit> (*make)(const Chart& chart, std::mt19937& random);
};

// Returns all kinds of mistakes.
const std::vector<Mistake>& Mistakes();

}  // namespace kval::seeded_errors
