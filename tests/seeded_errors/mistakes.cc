// Common mistakes in values files: typing, editor and merge errors.
#include <array>
#include <cctype>

#include "tests/seeded_errors/chart.h"

namespace kval::seeded_errors {
namespace {

using MaybeEdit = std::optional<Edit>;
using Random = std::mt19937;

bool IsPlainText(const std::string& value) {
  return !value.empty() && std::string("\"'[{|>&*!#").find(value[0]) == std::string::npos &&
         value.find(" #") == std::string::npos;
}
bool IsQuoted(const std::string& value) {
  return value.size() > 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
}
bool IsNumber(const std::string& value) {
  return !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
}
bool IsBoolean(const std::string& value) {
  return value == "true" || value == "false";
}

bool HasPlainValue(const Line& line, size_t /*index*/) {
  return !line.key.empty() && IsPlainText(line.value);
}
bool HasOnlyPlainValue(const Line& line, size_t index) {
  return line.dash.empty() && HasPlainValue(line, index);
}
bool HasValueAlone(const Line& line, size_t /*index*/) {
  return line.dash.empty() && !line.key.empty() && !line.value.empty();
}
bool IsEntry(const Line& line, size_t /*index*/) {
  return line.dash.empty() && !line.key.empty();
}
bool IsInner(const Line& line, size_t index) {
  return IsEntry(line, index) && line.indent.size() >= 2;
}
bool HasQuotedValue(const Line& line, size_t /*index*/) {
  return !line.key.empty() && IsQuoted(line.value);
}
bool IsItem(const Line& line, size_t /*index*/) {
  return !line.dash.empty() && line.key.empty();
}

// Replaces one line by `strings`. The finding must name one of the new lines.
MaybeEdit Replace(const Chart& chart, size_t index, const std::vector<std::string>& strings) {
  Edit edit{chart.strings(), index, index + strings.size() - 1};
  edit.lines.erase(edit.lines.begin() + static_cast<ptrdiff_t>(index));
  edit.lines.insert(edit.lines.begin() + static_cast<ptrdiff_t>(index), strings.begin(), strings.end());
  return edit;
}

MaybeEdit Insert(const Chart& chart, size_t index, const std::string& text) {
  Edit edit{chart.strings(), index, index};
  edit.lines.insert(edit.lines.begin() + static_cast<ptrdiff_t>(index), text);
  return edit;
}

// Replaces a random line that satisfies `fits` by the result of `make`.
template <typename Fits, typename Make>
MaybeEdit Change(const Chart& chart, Random& random, const Fits& fits, const Make& make) {
  const std::optional<size_t> index = chart.Pick(random, fits);
  return index ? Replace(chart, *index, {make(chart.line(*index), chart.strings()[*index])}) : std::nullopt;
}

// Replaces the value of a random line that satisfies `fits`.
template <typename Fits>
MaybeEdit WithValue(const Chart& chart, Random& random, const Fits& fits, const std::string& value) {
  return Change(chart, random, fits, [&](const Line& line, const std::string& /*text*/) {
    return line.indent + line.dash + line.key + ": " + value;
  });
}

MaybeEdit ColonLost(const Chart& chart, Random& random) {
  return Change(chart, random, HasOnlyPlainValue, [](const Line& line, const std::string& /*text*/) {
    return line.indent + line.key + " " + line.value;
  });
}
MaybeEdit ColonOfMappingLost(const Chart& chart, Random& random) {
  return Change(
      chart, random,
      [&](const Line& line, size_t index) {
        return IsEntry(line, index) && line.value.empty() && chart.HoldsMapping(index);
      },
      [](const Line& line, const std::string& /*text*/) { return line.indent + line.key; });
}
MaybeEdit SpaceLost(const Chart& chart, Random& random) {
  return Change(chart, random, HasOnlyPlainValue, [](const Line& line, const std::string& /*text*/) {
    return line.indent + line.key + ":" + line.value;
  });
}
MaybeEdit HalfTyped(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, IsEntry);
  return index ? Insert(chart, *index, chart.line(*index).indent + "repl") : std::nullopt;
}
MaybeEdit HalfTypedWithComment(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, IsEntry);
  return index ? Insert(chart, *index, chart.line(*index).indent + "extra  # later") : std::nullopt;
}
MaybeEdit OneSpaceMore(const Chart& chart, Random& random) {
  return Change(
      chart, random,
      [&](const Line& line, size_t index) { return HasValueAlone(line, index) && chart.HasSibling(index); },
      [](const Line& /*line*/, const std::string& text) { return " " + text; });
}
MaybeEdit OneSpaceLess(const Chart& chart, Random& random) {
  return Change(
      chart, random,
      [&](const Line& line, size_t index) { return IsInner(line, index) && chart.HasSibling(index); },
      [](const Line& /*line*/, const std::string& text) { return text.substr(1); });
}
MaybeEdit TabInstead(const Chart& chart, Random& random) {
  return Change(chart, random, IsInner, [](const Line& line, const std::string& text) {
    return "\t" + text.substr(line.indent.size());
  });
}
MaybeEdit QuoteOpened(const Chart& chart, Random& random) {
  return Change(chart, random, HasPlainValue, [](const Line& line, const std::string& /*text*/) {
    return line.indent + line.dash + line.key + ": \"" + line.value;
  });
}
MaybeEdit QuoteLost(const Chart& chart, Random& random) {
  return Change(chart, random, HasQuotedValue, [](const Line& /*line*/, const std::string& text) {
    return text.substr(0, text.size() - 1);
  });
}
MaybeEdit TextAfterQuote(const Chart& chart, Random& random) {
  return Change(chart, random, HasQuotedValue,
                [](const Line& /*line*/, const std::string& text) { return text + " (old)"; });
}
MaybeEdit QuoteInsideQuotes(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "'it's'");
}
MaybeEdit BracketOpened(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "[one, two");
}
MaybeEdit BraceOpened(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "{one: two");
}
MaybeEdit BracketTooMany(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "[one, two]]");
}
MaybeEdit Wildcard(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "*.example.com");
}
MaybeEdit ReservedCharacter(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "@daily");
}
MaybeEdit HelmTemplate(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "{{ .Values.global.name }}");
}
MaybeEdit HelmTemplateInText(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "{{ .Release.Name }}-suffix");
}
MaybeEdit JinjaLine(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, IsEntry);
  return index ? Insert(chart, *index, chart.line(*index).indent + "{% if production %}") : std::nullopt;
}
MaybeEdit TwoColons(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "note: see the wiki");
}
MaybeEdit ConflictLine(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, IsEntry);
  return index ? Insert(chart, *index, "=======") : std::nullopt;
}
MaybeEdit DashGlued(const Chart& chart, Random& random) {
  return Change(chart, random, IsItem, [](const Line& line, const std::string& text) {
    return line.indent + "-" + text.substr(line.indent.size() + 2);
  });
}
MaybeEdit Twice(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, HasValueAlone);
  MaybeEdit edit = index ? Insert(chart, *index, chart.strings()[*index]) : std::nullopt;
  if (edit) {
    ++edit->first;
    ++edit->last;
  }
  return edit;
}
MaybeEdit NoBreakSpaces(const Chart& chart, Random& random) {
  return Change(chart, random, IsInner, [](const Line& line, const std::string& text) {
    std::string indent;
    for (size_t i = 0; i < line.indent.size(); ++i) {
      indent += "\xC2\xA0";
    }
    return indent + text.substr(line.indent.size());
  });
}
MaybeEdit NoBreakSpaceAfterColon(const Chart& chart, Random& random) {
  return Change(chart, random, HasPlainValue, [](const Line& line, const std::string& /*text*/) {
    return line.indent + line.dash + line.key + ":\xC2\xA0" + line.value;
  });
}
MaybeEdit WindowsPath(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "\"C:\\data\"");
}
MaybeEdit UnknownAlias(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "*defaults");
}
MaybeEdit BlockNotIndented(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, HasOnlyPlainValue);
  return index ? Replace(chart, *index,
                         {chart.line(*index).indent + chart.line(*index).key + ": |", "echo one", "echo two"})
               : std::nullopt;
}
MaybeEdit LettersSwapped(const Chart& chart, Random& random) {
  return Change(
      chart, random,
      [](const Line& line, size_t index) {
        return IsEntry(line, index) && line.key.size() > 4 && line.key[1] != line.key[2];
      },
      [](const Line& line, const std::string& text) {
        std::string changed = text;
        std::swap(changed[line.indent.size() + 1], changed[line.indent.size() + 2]);
        return changed;
      });
}
MaybeEdit WordForNumber(const Chart& chart, Random& random) {
  return WithValue(
      chart, random, [](const Line& line, size_t /*index*/) { return IsNumber(line.value); }, "many");
}
MaybeEdit MisspeltBoolean(const Chart& chart, Random& random) {
  return WithValue(
      chart, random, [](const Line& line, size_t /*index*/) { return IsBoolean(line.value); }, "ture");
}
MaybeEdit CommaAfterNumber(const Chart& chart, Random& random) {
  return WithValue(
      chart, random, [](const Line& line, size_t /*index*/) { return IsNumber(line.value); }, "1,");
}
MaybeEdit NothingForMapping(const Chart& chart, Random& random) {
  return Change(
      chart, random,
      [](const Line& line, size_t index) {
        return HasOnlyPlainValue(line, index) && !IsNumber(line.value) && !IsBoolean(line.value);
      },
      [](const Line& line, const std::string& /*text*/) { return line.indent + line.key + ":"; });
}

MaybeEdit EntryAtMargin(const Chart& chart, Random& random) {
  return Change(
      chart, random,
      [&](const Line& line, size_t index) {
        return IsInner(line, index) && line.indent.size() >= 4 && IsPlainText(line.value) &&
               chart.HasSibling(index);
      },
      [](const Line& line, const std::string& text) { return text.substr(line.indent.size()); });
}
MaybeEdit WordsAtMargin(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, IsInner);
  return index ? Insert(chart, *index, "TODO look at this") : std::nullopt;
}
MaybeEdit Fence(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, IsEntry);
  return index ? Insert(chart, *index, "```") : std::nullopt;
}
MaybeEdit TwoDashes(const Chart& chart, Random& random) {
  return Change(
      chart, random,
      [&](const Line& line, size_t index) {
        return !line.dash.empty() && !line.key.empty() && !line.value.empty() && chart.HasSibling(index);
      },
      [](const Line& line, const std::string& text) {
        return line.indent + "- " + text.substr(line.indent.size());
      });
}
MaybeEdit LinesJoined(const Chart& chart, Random& random) {
  const auto index = chart.Pick(random, [&](const Line& line, size_t at) {
    return HasPlainValue(line, at) && at + 1 < chart.size() &&
           HasOnlyPlainValue(chart.line(at + 1), at + 1) && chart.line(at + 1).indent == line.indent;
  });
  if (!index) {
    return std::nullopt;
  }
  const Line& next = chart.line(*index + 1);
  MaybeEdit edit = Replace(chart, *index, {chart.strings()[*index] + " " + next.key + ": " + next.value});
  edit->lines.erase(edit->lines.begin() + static_cast<ptrdiff_t>(*index) + 1);
  return edit;
}
MaybeEdit BracketOfOtherKind(const Chart& chart, Random& random) {
  return WithValue(chart, random, HasPlainValue, "[one, two}");
}

}  // namespace

const std::vector<Mistake>& Mistakes() {
  static const std::vector<Mistake> kMistakes = {
      {"colon_lost", ColonLost},
      {"colon_of_mapping_lost", ColonOfMappingLost},
      {"blank_lost", SpaceLost},
      {"half_typed", HalfTyped},
      {"half_typed_with_comment", HalfTypedWithComment},
      {"one_blank_more", OneSpaceMore},
      {"one_blank_less", OneSpaceLess},
      {"tab_instead", TabInstead},
      {"quote_opened", QuoteOpened},
      {"quote_lost", QuoteLost},
      {"text_behind_quote", TextAfterQuote},
      {"quote_inside_quotes", QuoteInsideQuotes},
      {"bracket_opened", BracketOpened},
      {"brace_opened", BraceOpened},
      {"bracket_too_many", BracketTooMany},
      {"wildcard", Wildcard},
      {"reserved_character", ReservedCharacter},
      {"helm_template", HelmTemplate},
      {"helm_template_in_text", HelmTemplateInText},
      {"jinja_line", JinjaLine},
      {"two_colons", TwoColons},
      {"conflict_line", ConflictLine},
      {"dash_glued", DashGlued},
      {"twice", Twice},
      {"no_break_spaces", NoBreakSpaces},
      {"no_break_space_behind_colon", NoBreakSpaceAfterColon},
      {"windows_path", WindowsPath},
      {"unknown_alias", UnknownAlias},
      {"block_not_indented", BlockNotIndented},
      {"letters_swapped", LettersSwapped},
      {"word_for_number", WordForNumber},
      {"misspelt_boolean", MisspeltBoolean},
      {"comma_behind_number", CommaAfterNumber},
      {"nothing_for_text", NothingForMapping},
      {"entry_at_margin", EntryAtMargin},
      {"words_at_margin", WordsAtMargin},
      {"fence", Fence},
      {"two_dashes", TwoDashes},
      {"lines_joined", LinesJoined},
      {"bracket_of_other_kind", BracketOfOtherKind},
  };
  return kMistakes;
}

}  // namespace kval::seeded_errors
