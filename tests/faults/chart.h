#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

// A values file as a list of lines, for mistakes to be made in it.
namespace kval::faults {

// `  - key: value`
struct Line {
  std::string indent, dash, key, value;  // `dash` is "- " or empty; `key` is empty for a line of another form
  bool is_text = false;                  // of a block scalar, or of a string of several lines
};

class Chart {
 public:
  explicit Chart(const std::string& text);

  const std::vector<std::string>& texts() const { return texts_; }
  const Line& line(size_t index) const { return lines_[index]; }
  size_t size() const { return texts_.size(); }
  // The next line that is neither blank nor a comment; size() when there is none.
  size_t Next(size_t index) const;
  // Whether the line before or after has an entry of the same mapping.
  bool HasSibling(size_t index) const;
  // Whether what is indented below `index` is a mapping.
  bool HoldsMapping(size_t index) const;

  // A line picked from those that fit; nothing when none does.
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
  std::vector<std::string> texts_;
  std::vector<Line> lines_;
};

// The file with a mistake in it.
struct Edit {
  std::vector<std::string> lines;
  size_t first = 0, last = 0;  // the lines, from 0 on, one of which the finding must name

  std::string text() const;
};

struct Mistake {
  const char* name;
  std::optional<Edit> (*make)(const Chart& chart, std::mt19937& random);
};

// Every kind of mistake.
const std::vector<Mistake>& Mistakes();

}  // namespace kval::faults
