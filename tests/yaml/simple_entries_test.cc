// src/yaml/simple_entries.cc reads entries of one line that end with a line feed. The general reader reads
// the same entries with other line breaks and must give the same result.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "src/source/source_map.h"
#include "tests/yaml/dump.h"
#include "tests/yaml/event_text.h"

namespace kval::yaml {
namespace {

constexpr std::array kLines = {"key%: value",
                               "key%:  1  ",
                               "k%: \"quoted\"",
                               "k%: \"quoted\"  # why",
                               "k%: \"a\\tb\"",
                               "k%: \"open",
                               "key%:",
                               "key% : 1",
                               "k%: a: b",
                               "k%: a #b",
                               "k%: a#b:c",
                               "k%: -1",
                               "k%: - 1",
                               "- item%",
                               "- a%: 1",
                               "-",
                               "# comment",
                               "",
                               "   ",
                               "k%: |",
                               "k%: >-",
                               "text and text",
                               "k%: {a: 1}",
                               "k%: [1, 2]",
                               "k%: *a",
                               "k%: &a 1",
                               "k%: !!str 1",
                               "k%: 'single'",
                               "\"k%\": 1",
                               "1%: 2",
                               "k%: @x",
                               "k%: {{ x }}",
                               "k%: ${X}",
                               "k%:\t1",
                               "k%: a\t",
                               "? k%",
                               ": v",
                               "---",
                               "...",
                               "k%: \xc3\xa9",
                               "\xc3\xa9%: 1",
                               "k%: ?a",
                               "k%: 'it''s'",
                               "<<: *a",
                               "k%: -",
                               "k%:x",
                               "same: 1",
                               "_k%: _",
                               "k% k: v v",
                               "k%: \"a\" b",
                               "k%: \"a\": b",
                               "key%: value:"};

class Strings {
 public:
  explicit Strings(uint32_t seed) : random_(seed) {}

  std::string Next() {
    std::string text;
    int indentation = 0;
    const int count = 1 + Below(9);
    for (int i = 0; i < count; ++i) {
      indentation = std::max(0, indentation + kSteps[static_cast<size_t>(Below(kSteps.size()))]);
      std::string line = kLines[static_cast<size_t>(Below(kLines.size()))];
      if (const size_t mark = line.find('%'); mark != std::string::npos) {
        line.replace(mark, 1, std::to_string(Below(6)));
      }
      text += std::string(static_cast<size_t>(indentation), ' ') + line + "\n";
    }
    if (Below(4) == 0) {
      text.pop_back();
    }
    return text;
  }

 private:
  static constexpr std::array kSteps = {0, 0, 0, 0, 2, 2, -2, -2, 1};

  int Below(size_t count) { return static_cast<int>(random_() % count); }

  std::mt19937 random_;
};

std::string WithCarriageReturns(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '\n' ? "\r\n" : std::string(1, c);
  }
  return out;
}

std::string EventsOf(const std::string& text) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("a.yml", text);
  return EventText(NativeReader().Read(file), file);
}

TEST(SimpleEntries, MeanWhatTheyMeanWithOtherLineBreaks) {
  Strings strings(20261122);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = strings.Next();
    const std::string other = WithCarriageReturns(text);
    ASSERT_EQ(EventsOf(text), EventsOf(other)) << text;
    ASSERT_EQ(Reading(text).errors(), Reading(other).errors()) << text;
    ASSERT_EQ(Reading(text).values(), Reading(other).values()) << text;
  }
}

}  // namespace
}  // namespace kval::yaml
