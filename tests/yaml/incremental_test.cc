// kval converts long documents to values while it parses them (src/yaml/incremental.h). Parsing the whole
// document first gives the same values and diagnostics, even for invalid documents.
#include "src/yaml/incremental.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "tests/yaml/dump.h"

namespace kval::yaml {
namespace {

constexpr std::array kBlocks = {"name%: value %\nport%: %\n",
                                "map%:\n  a: 1\n  b:\n    c%: \"x\"\n    d: [1, {e: 2}, \"f\"]\n  g: true\n",
                                "list%:\n- a%\n- b: 1\n  c: 2\n- - d\n  - e\n",
                                "text%: |\n  one\n  two\nfolded%: >-\n  one\n  two\n",
                                "base%: &x%\n  a: 1\nuse%: *x%\nmore%:\n  <<: *x%\n  b: !!str 2\n",
                                "# a comment\nempty%:\n'quoted%': 'it''s'  # why\n",
                                "? complex%\n: value\nflow%: {a: 1,\n  b: [1,\n  2]}\n",
                                "many%: {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8}\n",
                                "---\ndocument%: 1\n"};
constexpr std::array kErrors = {"same: 1\n",  "  odd: 1\n",  "\tx: 1\n",    "half typed\n", "k: [1, 2\n",
                                "k: {a: 1\n", "- item\n",    "k: \"open\n", "k: a: b\n",    "*gone\n",
                                "x: *gone\n", "}\n",         "k:v\n",       "%TAG ! x\n",   "<<: 1\n",
                                "...\n",      "k: !q!x 1\n", "\"\\q\": 1\n"};

class Strings {
 public:
  explicit Strings(uint32_t seed) : random_(seed) {}

  // Returns a document of several thousand events with the given number of invalid lines.
  std::string Next(size_t errors) {
    std::string text;
    const size_t blocks = 300 + Below(600);
    const bool is_indented = Below(3) == 0;
    for (size_t i = 0; i < blocks; ++i) {
      AddBlock(kBlocks.at(Below(kBlocks.size() - (is_indented || Below(20) > 0 ? 1 : 0))), i, is_indented,
               text);
    }
    for (size_t i = 0; i < errors; ++i) {
      Damage(text);
    }
    return is_indented ? "top:\n" + text : text;
  }

 private:
  size_t Below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random_); }

  static void AddBlock(std::string_view block, size_t number, bool is_indented, std::string& text) {
    bool is_start = true;
    for (const char c : block) {
      text += is_start && is_indented ? "  " : "";
      is_start = c == '\n';
      text += c == '%' ? std::to_string(number) : std::string(1, c);
    }
  }

  void Damage(std::string& text) {
    const size_t at = Below(text.size());
    const size_t line = text.rfind('\n', at) + 1;
    switch (Below(4)) {
      case 0:
        text.erase(at, 1 + Below(3));
        return;
      case 1:
        text.insert(at, 1, ":-#[]{}\"' \n*&!|>"[Below(17)]);
        return;
      case 2:
        text.erase(line, text.find('\n', at) - line);
        return;
      default:
        text.insert(line, kErrors.at(Below(kErrors.size())));
        return;
    }
  }

  std::mt19937 random_;
};

void ExpectSame(const value::Value& a, const value::Value& b) {
  ASSERT_EQ(a.kind, b.kind);
  ASSERT_EQ(a.span, b.span);
  ASSERT_EQ(a.style, b.style);
  ASSERT_EQ(a.gap, b.gap);
  ASSERT_EQ(a.raw.view(), b.raw.view());
  ASSERT_EQ(a.entries().size(), b.entries().size());
  ASSERT_EQ(a.items().size(), b.items().size());
  for (size_t i = 0; i < a.entries().size(); ++i) {
    ExpectSame(*a.entries()[i].key, *b.entries()[i].key);
    ExpectSame(*a.entries()[i].value, *b.entries()[i].value);
  }
  for (size_t i = 0; i < a.items().size(); ++i) {
    ExpectSame(*a.items()[i], *b.items()[i]);
  }
}

void ExpectReadAlike(const std::string& text, ReadOptions options) {
  const Reading incremental(text, options);
  options.reader = &NativeReader();
  const Reading whole(text, options);
  ASSERT_EQ(incremental.errors(), whole.errors());
  ASSERT_EQ(incremental.values(), whole.values());
  ASSERT_EQ(incremental.file.documents.size(), whole.file.documents.size());
  ASSERT_EQ(incremental.file.aliases, whole.file.aliases);
  ASSERT_EQ(incremental.file.dashes, whole.file.dashes);
  for (size_t i = 0; i < whole.file.documents.size(); ++i) {
    const Document& a = incremental.file.documents[i];
    const Document& b = whole.file.documents[i];
    ASSERT_EQ(a.span, b.span);
    ASSERT_EQ(a.marker, b.marker);
    ASSERT_EQ(a.is_invalid, b.is_invalid);
    ASSERT_EQ(a.comment_begin, b.comment_begin);
    ASSERT_EQ(a.comment_end, b.comment_end);
    ExpectSame(*a.root, *b.root);
  }
}

TEST(ReadIncrementally, MeansTheSame) {
  Strings strings(7);
  for (int i = 0; i < 300 && !testing::Test::HasFatalFailure(); ++i) {
    const std::string text = strings.Next(static_cast<size_t>(i % 4));
    ReadOptions options;
    options.duplicates = i % 3 == 0   ? DuplicateKeys::kKeep
                         : i % 3 == 1 ? DuplicateKeys::kError
                                      : DuplicateKeys::kLastWins;
    options.warn_ambiguous = i % 5 == 0;
    options.limits.documents = i % 7 == 0 ? 3 : options.limits.documents;
    ExpectReadAlike(text, options);
    EXPECT_FALSE(testing::Test::HasFatalFailure()) << "text " << i << ":\n" << text;
  }
}

// Ensures that the test above compares documents that are read incrementally.
TEST(ReadIncrementally, GivesAwayWhatIsFinal) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("a.yml", Strings(1).Next(0));
  EventStream stream;
  size_t given = 0;
  size_t most = 0;
  const Taker taker = [&](size_t final) {
    most = std::max(most, stream.events.size());
    given += final;
    stream.events.erase(stream.events.begin(), stream.events.begin() + static_cast<ptrdiff_t>(final));
    return final;
  };
  ReadIncrementally(file, Limits{}, taker, &stream);
  EXPECT_EQ(given + stream.events.size(), NativeReader().Read(file, Limits{}).events.size());
  EXPECT_GT(given, 3000U);
  EXPECT_LT(most, 2200U);
}

}  // namespace
}  // namespace kval::yaml
