#include "src/findings/fixes.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "src/check/fields.h"
#include "src/findings/quoting_suggestion.h"
#include "src/findings/source_spelling.h"
#include "src/fix/reindent.h"
#include "src/support/edit_distance.h"
#include "src/value/scalar_ambiguity.h"

namespace kval::findings {
namespace {

using value::Kind;
using value::Style;
using value::Value;

// Whether the text of the file at the value's span is its content, in its quotes.
bool IsAsWritten(const Value& scalar) {
  return SourceSpelling(scalar, value::Dialect::kYaml12, nullptr).has_value();
}

// Whether a text without quotes is a string for every reader.
bool IsPlainText(std::string_view text) {
  const auto is_word = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '/';
  };
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         std::all_of(text.begin(), text.end(), is_word) && !value::FindAmbiguity(text) &&
         value::Resolve(value::Dialect::kYaml12, text).kind == Kind::kString;
}

// `text` as a string in the style of the scalar that it replaces; empty when that cannot hold it.
std::string Spelled(std::string_view text, const Value& replaced) {
  const bool is_simple = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c >= 0x20 && c != 0x7F && c != '"' && c != '\'' && c != '\\';
  });
  if (!is_simple || text.empty()) {
    return {};
  }
  if (!replaced.is_quoted() && IsPlainText(text)) {
    return std::string(text);
  }
  const std::string quote = replaced.style == Style::kSingleQuoted ? "'" : "\"";
  return quote + std::string(text) + quote;
}

}  // namespace

diag::Fix MemberFix(const Value& value, const std::vector<const Value*>& allowed) {
  if (value.kind != Kind::kString || !IsAsWritten(value)) {
    return {};
  }
  std::vector<std::string_view> names;
  for (const Value* member : allowed) {
    if (member->kind == Kind::kString) {
      names.push_back(member->raw);
    }
  }
  const std::string_view nearest = Nearest(value.raw, names);
  const std::string text = Spelled(nearest, value);
  return text.empty() ? diag::Fix() : diag::Fix{"write `" + std::string(nearest) + "`", {{value.span, text}}};
}

diag::Fix KeyFix(const types::Model& model, const KeySuggestion& suggested, const UndeclaredKey& unknown,
                 const ReportOptions& options, check::ValidationState& worker) {
  const Value& key = *unknown.key;
  const Value& held = *unknown.held;
  if (suggested.level != KeySuggestion::NestingLevel::kHere || suggested.is_unquoted || !IsAsWritten(key)) {
    return {};
  }
  const std::string_view name = suggested.field->key->raw;
  const value::Entry* const same = worker.EntryOf(*unknown.mapping, name);
  // A default that was filled in is no key that somebody wrote.
  if (same != nullptr && same->key != &key && same->key->span != suggested.field->key->span) {
    return {};
  }
  const std::string text = Spelled(name, key);
  if (text.empty()) {
    return {};
  }
  diag::Fix fix{"write `" + std::string(name) + "`", {{key.span, text}}};
  if (!check::AcceptsKind(model, suggested.field->type, held.kind)) {
    diag::Fix quotes = SuggestQuoting(held, model.Resolve(suggested.field->type), options).fix;
    if (quotes.edits.empty()) {
      return {};
    }
    fix.title += " and " + quotes.title;
    std::move(quotes.edits.begin(), quotes.edits.end(), std::back_inserter(fix.edits));
  }
  return fix;
}

diag::Fix LevelFix(const types::Model& model, const KeySuggestion& suggested, const UndeclaredKey& unknown,
                   const source::SourceMap& sources) {
  const Value& key = *unknown.key;
  if (!suggested.is_next || !IsAsWritten(key) || !sources.Contains(key.span) ||
      !check::AcceptsKind(model, suggested.field->type, unknown.held->kind)) {
    return {};
  }
  const source::SourceFile& file = sources.FileOf(key.span);
  const bool is_out = suggested.level == KeySuggestion::NestingLevel::kAbove;
  std::vector<diag::Edit> edits = is_out ? fix::MoveOut(file, key.span, key.raw)
                                         : fix::MoveInto(file, key.span, key.raw, suggested.holder);
  if (edits.empty()) {
    return {};
  }
  return {is_out ? "move it one level up" : "move it into `" + suggested.holder + "`", std::move(edits)};
}

}  // namespace kval::findings
