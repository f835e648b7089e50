// One mistake in a realistic values file causes exactly one finding, on the line of the mistake.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "tests/seeded_errors/chart.h"
#include "tests/seeded_errors/checked.h"

namespace kval::seeded_errors {
namespace {

struct Score {
  int edits = 0, right_line = 0, exactly_one = 0;
};

void Validate(const std::string& name, const Edit& edit, const std::vector<Found>& found, Score* score) {
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

TEST(RealisticErrors, OneMistakeIsOneFindingOnItsLine) {
  Score score;
  for (const auto& [stem, schema, values] : Charts()) {
    const Chart chart(values);
    EXPECT_TRUE(Check(schema, values).empty()) << stem;
    const char* given = std::getenv("KVAL_FAULT_SEED");
    uint32_t seed = given == nullptr ? 0 : static_cast<uint32_t>(std::strtoul(given, nullptr, 10));
    for (const char c : stem) {
      seed = seed * 31 + static_cast<uint8_t>(c);
    }
    for (const Mistake& mistake : Mistakes()) {
      std::mt19937 random(++seed);
      if (const std::optional<Edit> edit = mistake.make(chart, random)) {
        Validate(stem + " " + mistake.name, *edit, Check(schema, edit->text()), &score);
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
}  // namespace kval::seeded_errors
