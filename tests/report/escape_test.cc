// Input cannot forge output. Whatever the messages, file names and source lines contain, every line of every
// format starts with a prefix from kval, and no control sequence reaches a terminal or a CI runner.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "src/report/text.h"
#include "src/support/utf8.h"
#include "tests/report/findings.h"

namespace kval::report {
namespace {

// Strings that try to forge output. FORGED marks the part that would be visible at the start of a line.
constexpr std::string_view kPieces[] = {
    "\n::error file=a::FORGED",
    "\r::error::FORGED",
    "\r\n  ::warning::FORGED",
    "\n##vso[task.setvariable variable=a]FORGED",
    "##[add-mask]FORGED",
    "##vso[task.complete]FORGED",
    "::error::FORGED",
    "\x1b[2J\x1b]0;FORGED\x07",
    "\u009B2J",            // C1 CSI
    "\u0085FORGED",        // next line
    "\u2028FORGED",        // line separator
    "\u2029FORGED",        // paragraph separator
    "\u202EFORGED\u202C",  // right-to-left override
    "\u2066FORGED\u2069",  // isolate
    "\u200E\u200F\u061C",  // directional marks
    "\x7f\b\b",
    "\xff\xfe\xc0\x80",
    std::string_view("\0FORGED", 7),
    "\nnot ok 99 - FORGED",
    "\nerror[KV301]: FORGED",
    "]]>\n<testcase name=\"FORGED\"/>",
    "\",\n\"FORGED\": \"",
    "plain",
    "\U000E0041\U0001F600",  // a tag character, and an emoji that is allowed
};

std::string Attack(std::mt19937& random) {
  std::string text = random() % 3 == 0 ? "" : "x";
  for (size_t i = random() % 3 + 1; i > 0; --i) {
    text += kPieces[random() % std::size(kPieces)];
  }
  return text;
}

// Reports two findings whose strings all come from `text`.
void Add(Scene& scene, diag::Kind kind, const std::function<std::string()>& text) {
  const std::string name = text();
  scene.File(name, text() + "\n" + text() + "\nlast");
  const source::SourceFile& file = scene.sources().file(scene.sources().file_count() - 1);
  const source::Span first{file.base(), file.base() + 1};
  diag::DiagnosticBuilder builder = scene.Report(first, kind, text());
  builder.At({diag::PathStep::Key(text()), diag::PathStep::Key(text())}).Label(text());
  builder.Schema({file.span().end - 3, file.span().end}, text()).Origin(first, text()).Call(first, text());
  builder.Related(file.span(), text()).Found(text()).Expected(text()).Note(text()).Hint(text()).Emit();
  scene.Report({}, kind, text()).Hint(text()).Emit();
}

std::string_view Trimmed(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

size_t CountOf(std::string_view text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

void ExpectHarmless(std::string_view format, std::string_view out) {
  for (size_t i = 0; i < out.size();) {
    const utf8::CodePoint point = utf8::Decode(out, i);
    EXPECT_TRUE(point.valid) << format << " lets a byte pass that is no UTF-8";
    EXPECT_TRUE(out[i] == '\n' || !IsUnsafe(point.value))
        << format << " lets U+" << std::hex << static_cast<uint32_t>(point.value) << " pass";
    i += point.length;
  }
  size_t commands = 0;
  while (!out.empty()) {
    const std::string_view line = out.substr(0, out.find('\n'));
    out.remove_prefix(std::min(line.size() + 1, out.size()));
    const std::string_view begin = Trimmed(line);
    for (const std::string_view forged :
         {"FORGED", "not ok 99", "error[KV301]: FORGED", "<testcase name=\"FORGED"}) {
      EXPECT_FALSE(begin.starts_with(forged)) << format << ": " << line;
    }
    const bool is_command = begin.starts_with("::") && !begin.starts_with("::: ");
    EXPECT_TRUE(!is_command ||
                (format == "github" && begin.find(" title=kval (KV") != std::string_view::npos))
        << format << ": " << line;
    EXPECT_EQ(CountOf(line, "##["), 0u) << format << ": " << line;
    commands = CountOf(line, "##vso[");
    EXPECT_LE(commands, format == "azure" && line.starts_with("##vso[task.logissue ") ? 1u : 0u)
        << format << ": " << line;
  }
}

TEST(Escape, NoFormatLetsAnInputForge) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    Scene scene;
    for (const diag::Kind kind :
         {diag::Kind::kTypeMismatch, diag::Kind::kDeprecated, diag::Kind::kNotChecked}) {
      Add(scene, kind, [&random] { return Attack(random); });
    }
    for (const Reporter& reporter : Reporters()) {
      RenderOptions options;
      options.hidden.errors = round % 2;
      ExpectHarmless(reporter.name, scene.Print(reporter.name, options));
    }
  }
}

TEST(Escape, EveryPieceInEveryPlace) {
  for (const std::string_view piece : kPieces) {
    Scene scene;
    Add(scene, diag::Kind::kTypeMismatch, [piece] { return std::string(piece); });
    for (const Reporter& reporter : Reporters()) {
      ExpectHarmless(reporter.name, scene.Print(reporter.name, {}));
    }
  }
}

// In formats with one line per finding, the number of lines does not depend on the strings of the finding.
TEST(Escape, OneFindingIsOneLine) {
  for (const std::string_view format : {"concise", "jsonl", "github", "azure"}) {
    std::mt19937 random(3);
    Scene harmless, attacked;
    Add(harmless, diag::Kind::kTypeMismatch, [] { return std::string("x"); });
    Add(attacked, diag::Kind::kTypeMismatch, [&random] { return Attack(random); });
    EXPECT_EQ(CountOf(harmless.Print(format), "\n"), CountOf(attacked.Print(format), "\n")) << format;
  }
}

TEST(Escape, WhatAProgramPrints) {
  EXPECT_EQ(EscapePrinted("a\n\tb\x1b[2J\r\n"), "a\n\tb\\u{1B}[2J\\r\n");
  EXPECT_EQ(EscapePrinted("::error::x\n ::error::y a::b"), "\\u{3A}:error::x\n \\u{3A}:error::y a::b");
}

TEST(Escape, TextOfOneLine) {
  EXPECT_EQ(Escape("a\nb\tc\x1b"), "a\\nb\\tc\\u{1B}");
  EXPECT_EQ(Escape("##[group]"), "##\\u{5B}group]");
  EXPECT_EQ(Escape("##vso[x] a[1]"), "##vso\\u{5B}x] a[1]");
  EXPECT_EQ(EscapeLineStart("  ::error::"), "  \\u{3A}:error::");
  EXPECT_EQ(EscapeLineStart("a::b"), "a::b");
}

}  // namespace
}  // namespace kval::report
