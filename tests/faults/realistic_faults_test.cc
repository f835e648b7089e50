// One mistake in a real values file is one finding, and the finding names the line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "src/driver/pipeline.h"
#include "tests/faults/chart.h"

namespace kval::faults {
namespace {

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

struct Found {
  size_t line;  // from 0 on
  std::string text;
};

// What a check of the values finds, in order.
std::vector<Found> Check(const std::string& schema, const std::string& values) {
  source::MemoryFileReader reader;
  reader.Add("schema.yml", schema);
  reader.Add("values.yml", values);
  driver::Options options;
  options.inputs = {{"schema.yml", {}, driver::Role::kAuto}, {"values.yml", {}, driver::Role::kAuto}};
  driver::Session session;
  driver::Run(options, reader, session);
  std::vector<Found> found;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    const source::Span at = finding.labels.front().span;
    const bool is_in_values = at.has_value() && session.sources.FileOf(at).name() == "values.yml";
    const size_t line = is_in_values ? session.sources.Locate(at.begin).line - 1 : std::string::npos;
    found.push_back(
        {line, diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + ": " + finding.message});
  }
  return found;
}

struct Score {
  int edits = 0, right_line = 0, exactly_one = 0;
};

void Judge(const std::string& name, const Edit& edit, const std::vector<Found>& found, Score* score) {
  const auto is_right = [&](const Found& one) { return one.line >= edit.first && one.line <= edit.last; };
  const bool is_one = found.size() == 1;
  const bool right = is_one ? is_right(found[0]) : std::any_of(found.begin(), found.end(), is_right);
  ++score->edits;
  score->right_line += right ? 1 : 0;
  score->exactly_one += is_one ? 1 : 0;
  if (is_one && right) {
    return;
  }
  std::cout << name << ":" << edit.first + 1 << ": " << edit.lines[edit.first] << "\n";
  for (const Found& one : found) {
    std::cout << "    " << one.line + 1 << " " << one.text << "\n";
  }
}

TEST(RealisticFaults, OneMistakeIsOneFindingOnItsLine) {
  Score score;
  for (const auto& entry : std::filesystem::directory_iterator(KVAL_CHARTS)) {
    const std::string name = entry.path().filename().string();
    const std::string stem = name.substr(0, name.find('.'));
    if (!name.ends_with(".schema.yml")) {
      continue;
    }
    const std::string schema = ReadText(entry.path());
    const std::string values = ReadText(entry.path().parent_path() / (stem + ".yml"));
    const Chart chart(values);
    EXPECT_TRUE(Check(schema, values).empty()) << stem;
    uint32_t seed = 0;
    for (const char c : stem) {
      seed = seed * 31 + static_cast<uint8_t>(c);
    }
    for (const Mistake& mistake : Mistakes()) {
      std::mt19937 random(++seed);
      if (const std::optional<Edit> edit = mistake.make(chart, random)) {
        Judge(stem + " " + mistake.name, *edit, Check(schema, edit->text()), &score);
      }
    }
  }
  std::cout << score.edits << " mistakes, " << score.right_line << " on the right line, " << score.exactly_one
            << " with exactly one finding\n";
  EXPECT_GE(score.edits, 300);
  EXPECT_GE(score.right_line * 100, score.edits * 98);
  EXPECT_GE(score.exactly_one * 100, score.edits * 95);
}

}  // namespace
}  // namespace kval::faults
