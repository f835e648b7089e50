// kval validates the readable parts of an unfinished document: an unfinished line neither hides an error
// elsewhere nor causes consequential findings.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>

#include "tests/seeded_errors/chart.h"
#include "tests/seeded_errors/checked.h"
#include "tests/seeded_errors/half_typed.h"

namespace kval::seeded_errors {
namespace {

constexpr int kPositions = 3;  // for each form in each chart

// Values with two mistakes, at least two lines apart: a string instead of a number and an unfinished line.
struct Case {
  std::string values;
  size_t error = 0;            // line of the type error, from 0
  size_t first = 0, last = 0;  // lines of the unfinished entry, from 0
};

bool IsNumber(const Line& line) {
  return line.dash.empty() && !line.value.empty() &&
         line.value.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<Case> Make(const Chart& chart, const HalfTyped& form, std::mt19937& random) {
  const auto error = chart.Pick(random, [](const Line& line, size_t) { return IsNumber(line); });
  const auto typed =
      chart.Pick(random, [](const Line& line, size_t) { return line.dash.empty() && !line.key.empty(); });
  if (!error || !typed || std::max(*error, *typed) - std::min(*error, *typed) < 2) {
    return std::nullopt;
  }
  Case made;
  for (size_t i = 0; i < chart.size(); ++i) {
    std::string text = chart.strings()[i];
    const size_t at = static_cast<size_t>(std::count(made.values.begin(), made.values.end(), '\n'));
    if (i == *error) {
      text = chart.line(i).indent + chart.line(i).key + ": many";
      made.error = at;
    }
    if (i == *typed) {
      text =
          form.changed != nullptr ? form.changed(text) : chart.line(i).indent + form.inserted + "\n" + text;
      made.first = at;
      made.last = at + static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
    }
    made.values += text + "\n";
  }
  return made;
}

TEST(PartialErrors, UnfinishedLinesDoNotHideOtherErrors) {
  int cases = 0, lost = 0, followed = 0;
  for (const auto& [name, schema, values] : Charts()) {
    const Chart chart(values);
    std::mt19937 random(static_cast<uint32_t>(name.size()) * 7919);
    for (const HalfTyped& form : HalfTypedForms()) {
      for (int i = 0; i < kPositions; ++i) {
        const std::optional<Case> made = Make(chart, form, random);
        if (!made) {
          continue;
        }
        const std::vector<Found> found = Check(schema, made->values);
        const bool is_found = std::any_of(found.begin(), found.end(),
                                          [&](const Found& one) { return one.line == made->error; });
        const bool has_more = std::any_of(found.begin(), found.end(), [&](const Found& one) {
          return one.line != made->error && (one.line < made->first || one.line > made->last);
        });
        ++cases;
        lost += is_found ? 0 : 1;
        followed += has_more ? 1 : 0;
        if (!is_found) {
          std::cout << "lost: " << name << ":" << made->error + 1 << " below " << form.name << " at "
                    << made->first + 1 << "\n";
        }
      }
    }
  }
  std::cout << cases << " half-typed documents: the fault elsewhere was lost in " << lost << ", " << followed
            << " have a finding besides\n";
  EXPECT_GE(HalfTypedForms().size(), 60u);
  EXPECT_GE(cases, 1500);
  EXPECT_LE(lost * 1000, cases * 2);
  EXPECT_LE(followed * 1000, cases * 10);
}

}  // namespace
}  // namespace kval::seeded_errors
