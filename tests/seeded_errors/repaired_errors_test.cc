// `--fix` on realistic values files with mistakes: no new findings, a second run changes nothing, only lines
// with quick fixes change, and comments are preserved.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/seeded_errors/chart.h"

namespace kval::seeded_errors {
namespace {

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

// Returns findings without their locations, which fixes can move: `values.yml:7:3: error[KV301] a.b:
// message`.
std::multiset<std::string> FindingsOf(const std::string& concise) {
  std::multiset<std::string> findings;
  for (const std::string& line : LinesOf(concise)) {
    const size_t place = line.find(": ");
    findings.insert(line.substr(place == std::string::npos ? 0 : place + 2));
  }
  return findings;
}

// Returns the rest of each line from its first `#`. A quoted `#` also counts, which is harmless for a
// comparison.
std::multiset<std::string> CommentsOf(const std::string& text) {
  std::multiset<std::string> comments;
  for (const std::string& line : LinesOf(text)) {
    const size_t hash = line.find('#');
    if (hash != std::string::npos) {
      comments.insert(line.substr(hash));
    }
  }
  return comments;
}

// Returns the number of lines of `before`, without indentation, that are missing in `after`.
size_t ChangedLines(const std::string& before, const std::string& after) {
  std::multiset<std::string> left, right;
  const auto collect = [](const std::string& text, std::multiset<std::string>& lines) {
    for (const std::string& line : LinesOf(text)) {
      lines.insert(line.substr(std::min(line.find_first_not_of(" \t"), line.size())));
    }
  };
  collect(before, left);
  collect(after, right);
  std::vector<std::string> removed;
  std::set_difference(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(removed));
  return removed.size();
}

// "kval: fixed 3 findings in 1 file"
size_t RepairsReported(const std::string& errors) {
  const std::string_view reported = "kval: fixed ";
  const size_t at = errors.find(reported);
  return at == std::string::npos ? 0 : std::stoul(errors.substr(at + reported.size()));
}

constexpr uint32_t kSeeds = 1;

struct Score {
  int mistakes = 0, repaired = 0, clean = 0;
};

class RepairedErrors : public ::testing::Test {
 protected:
  cli::Ended Check(const std::string& flags) {
    return place_.Run("kval check -f schema.yml -f values.yml -o concise " + flags);
  }

  void Repair(const std::string& name, const std::string& values) {
    ++score_.mistakes;
    place_.File("values.yml", values);
    const std::multiset<std::string> before = FindingsOf(Check("").out);
    const cli::Ended fixed = Check("--fix");
    const std::string repaired = place_.Text("values.yml");
    const size_t reported = RepairsReported(fixed.err);
    EXPECT_EQ(reported == 0, repaired == values) << name << "\n" << fixed.err;
    if (repaired == values) {
      return;
    }
    ++score_.repaired;
    const cli::Ended again = Check("--fix");
    const std::multiset<std::string> after = FindingsOf(again.out);
    score_.clean += after.empty() ? 1 : 0;
    EXPECT_TRUE(std::includes(before.begin(), before.end(), after.begin(), after.end()))
        << name << "\n"
        << again.out << repaired;
    EXPECT_LT(after.size(), before.size()) << name;
    EXPECT_EQ(fixed.out, again.out) << name;
    EXPECT_EQ(place_.Text("values.yml"), repaired) << name << ": repaired for ever";
    EXPECT_EQ(CommentsOf(values), CommentsOf(repaired)) << name;
    EXPECT_LE(ChangedLines(values, repaired), reported) << name;
  }

  cli::Workplace place_;
  Score score_;
};

TEST_F(RepairedErrors, AddNoNewFindings) {
  for (const auto& entry : std::filesystem::directory_iterator(KVAL_CHARTS)) {
    const std::string file = entry.path().filename().string();
    const std::string stem = file.substr(0, file.find('.'));
    if (!file.ends_with(".schema.yml")) {
      continue;
    }
    place_.File("schema.yml", ReadText(entry.path()));
    const Chart chart(ReadText(entry.path().parent_path() / (stem + ".yml")));
    for (const Mistake& mistake : Mistakes()) {
      for (uint32_t seed = 1; seed <= kSeeds; ++seed) {
        std::mt19937 random(seed * 7919 + static_cast<uint32_t>(stem.size()));
        if (const std::optional<Edit> edit = mistake.make(chart, random)) {
          Repair(stem + " " + mistake.name + " " + std::to_string(seed), edit->text());
        }
      }
    }
  }
  std::cout << score_.mistakes << " mistakes, " << score_.repaired << " with repairs, " << score_.clean
            << " without a finding afterwards\n";
  EXPECT_GE(score_.mistakes, 300);
  EXPECT_GE(score_.repaired, 25);
}

}  // namespace
}  // namespace kval::seeded_errors
