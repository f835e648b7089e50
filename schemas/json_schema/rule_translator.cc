#include "schemas/json_schema/rule_translator.h"

#include <algorithm>
#include <array>

#include "schemas/json_schema/keywords.h"
#include "src/check/fields.h"
#include "src/formats/format.h"
#include "src/types/number_kinds.h"
#include "src/value/compare.h"

namespace kval::schemas::json_schema {
namespace {

using types::ValueKindSet;
using value::Kind;

constexpr std::array<Kind, 6> kKinds = {Kind::kBool,   Kind::kInt,      Kind::kFloat,
                                        Kind::kString, Kind::kSequence, Kind::kMapping};

// Escapes the characters of `text` that have a meaning in patterns.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (std::string_view("\\.+*?()|[]{}^$/").find(c) != std::string_view::npos) {
      escaped += '\\';
    }
    escaped += c;
  }
  return escaped;
}

// Whether a pattern of re2 is one of ECMA-262 that means the same.
bool MeansTheSame(std::string_view pattern) {
  constexpr std::string_view kOwn[] = {"\\s", "\\S", "\\A", "\\z", "\\Q", "\\C", "\\a", "\\p",
                                       "\\P", "[[:", "(?i", "(?s", "(?m", "(?U", "(?-", "(?P"};
  const bool has_own = std::any_of(std::begin(kOwn), std::end(kOwn), [&](std::string_view each) {
    return pattern.find(each) != std::string_view::npos;
  });
  return !has_own && types::Pattern::CompileEcma(pattern);
}

}  // namespace

bool RuleTranslator::AppliesToAllValues(const RuleContext& site, const types::Rule& rule,
                                        ValueKindSet kinds) const {
  return std::all_of(kKinds.begin(), kKinds.end(), [&](Kind kind) {
    return kinds.Has(kind) || !rule.kinds.Has(kind) || !check::AcceptsKind(model_, site.id, kind);
  });
}

RuleTranslation RuleTranslator::Of(const RuleContext& site, const types::Rule& rule) {
  const auto bound = [&](const value::Value& value, bool is_exclusive, const BoundKeywords& words) {
    return TranslateBound(site, rule, value, is_exclusive, words);
  };
  if (const auto* low = std::get_if<types::Minimum>(&rule.test)) {
    return bound(*low->bound, low->is_exclusive,
                 {"minimum", "exclusiveMinimum", low->is_exclusive ? "more_than" : "min"});
  }
  if (const auto* high = std::get_if<types::Maximum>(&rule.test)) {
    return bound(*high->bound, high->is_exclusive,
                 {"maximum", "exclusiveMaximum", high->is_exclusive ? "less_than" : "max"});
  }
  if (const auto* multiple = std::get_if<types::MultipleOf>(&rule.test)) {
    return bound(*multiple->divisor, false, {"multipleOf", "multipleOf", "multiple_of"});
  }
  if (const auto* low = std::get_if<types::MinLength>(&rule.test)) {
    return TranslateLength(site, rule, low->bound, low->unit, true);
  }
  if (const auto* high = std::get_if<types::MaxLength>(&rule.test)) {
    return TranslateLength(site, rule, high->bound, high->unit, false);
  }
  if (const auto* one_of = std::get_if<types::OneOf>(&rule.test)) {
    return TranslateOneOf(site, rule, *one_of);
  }
  if (const auto* matches = std::get_if<types::MatchesRegex>(&rule.test)) {
    RuleTranslation stated = TranslatePattern(*matches);
    stated.is_exact = stated.is_exact && AppliesToAllValues(site, rule, {Kind::kString});
    stated.is_complete = stated.is_complete && AppliesToAllValues(site, rule, {Kind::kString});
    return stated;
  }
  if (const auto* format = std::get_if<types::Format>(&rule.test)) {
    RuleTranslation stated = TranslateFormat(*format);
    stated.is_exact = stated.is_exact && AppliesToAllValues(site, rule, {Kind::kString});
    return stated;
  }
  if (std::holds_alternative<types::Unique>(rule.test)) {
    RuleTranslation stated;
    stated.name = "unique";
    stated.argument = build_.Bool(true);
    stated.keywords.emplace_back("uniqueItems", build_.Bool(true));
    stated.is_exact = stated.is_complete = AppliesToAllValues(site, rule, {Kind::kSequence});
    return stated;
  }
  if (std::holds_alternative<types::NotNull>(rule.test)) {
    return TranslateNotNull();
  }
  if (const auto* prefix = std::get_if<types::Prefix>(&rule.test)) {
    RuleTranslation stated = TranslateAffix("starts_with", prefix->text, "^" + Escaped(prefix->text));
    stated.is_complete = AppliesToAllValues(site, rule, {Kind::kString});
    return stated;
  }
  if (const auto* suffix = std::get_if<types::Suffix>(&rule.test)) {
    RuleTranslation stated = TranslateAffix("ends_with", suffix->text, Escaped(suffix->text) + "$");
    stated.is_complete = AppliesToAllValues(site, rule, {Kind::kString});
    return stated;
  }
  if (const auto* one = std::get_if<types::OneNotNull>(&rule.test)) {
    return TranslateOneNotNull(site, *one);
  }
  return {};  // a function
}

RuleTranslation RuleTranslator::TranslateBound(const RuleContext& site, const types::Rule& rule,
                                               const value::Value& value, bool is_exclusive,
                                               const BoundKeywords& words) {
  RuleTranslation stated;
  if (!IsJsonRepresentable(value) || (value.kind != Kind::kInt && value.kind != Kind::kFloat)) {
    return stated;
  }
  // Draft 4 has the bound in one keyword, and that it is exclusive in the other.
  const bool is_old = is_exclusive && draft_ == Draft::k4;
  stated.keywords.emplace_back(is_exclusive && !is_old ? words.exclusive : words.plain, &value);
  if (is_old) {
    stated.keywords.emplace_back(words.exclusive, build_.Bool(true));
  }
  stated.name = words.name;
  stated.argument = &value;
  stated.is_exact = stated.is_complete = AppliesToAllValues(site, rule, types::kNumberKinds);
  return stated;
}

RuleTranslation RuleTranslator::TranslateNotNull() {
  KeywordBuilder null(build_);
  null.Add("type", "null");
  RuleTranslation stated;
  stated.name = "not_null";
  stated.argument = build_.Bool(true);
  stated.keywords.emplace_back("not", null.Build());
  return stated;
}

RuleTranslation RuleTranslator::TranslateAffix(std::string_view name, std::string_view affix,
                                               const std::string& pattern) {
  RuleTranslation stated;
  stated.name = name;
  stated.argument = build_.String(affix);
  stated.keywords.emplace_back("pattern", build_.String(pattern));
  return stated;
}

RuleTranslation RuleTranslator::TranslateLength(const RuleContext& site, const types::Rule& rule,
                                                int64_t bound, types::TextUnit unit, bool is_minimum) {
  struct Of {
    Kind kind;
    std::string_view least, most;
  };
  constexpr std::array<Of, 3> kAll = {{{Kind::kString, "minLength", "maxLength"},
                                       {Kind::kSequence, "minItems", "maxItems"},
                                       {Kind::kMapping, "minProperties", "maxProperties"}}};
  RuleTranslation stated;
  ValueKindSet seen;
  bool is_text = false;
  for (const Of& each : kAll) {
    if (rule.kinds.Has(each.kind) && check::AcceptsKind(model_, site.id, each.kind)) {
      stated.keywords.emplace_back(is_minimum ? each.least : each.most,
                                   build_.Int(std::max<int64_t>(bound, 0)));
      seen = seen | ValueKindSet{each.kind};
      is_text = is_text || each.kind == Kind::kString;
    }
  }
  const bool is_bytes = unit == types::TextUnit::kBytes;
  stated.name =
      is_minimum ? (is_bytes ? "min_len" : "min_characters") : (is_bytes ? "max_len" : "max_characters");
  stated.argument = bound < 0 ? nullptr : build_.Int(bound);
  const bool sees_all = AppliesToAllValues(site, rule, seen);
  stated.is_exact =
      bound >= 0 && sees_all && stated.keywords.size() == 1 && (!is_text || is_bytes == survey_.is_of_values);
  const bool differs = is_text && is_bytes && bound > (is_minimum ? 1 : 0);
  stated.is_complete = bound >= 0 && sees_all && !differs;
  stated.why = differs ? "kval counts the bytes of the string here, other tools count characters" : "";
  return stated;
}

RuleTranslation RuleTranslator::TranslateOneOf(const RuleContext& site, const types::Rule& rule,
                                               const types::OneOf& test) {
  RuleTranslation stated;
  std::vector<const value::Value*> allowed = test.allowed;
  const auto is_null = [](const value::Value* each) { return each->kind == Kind::kNull; };
  if (!std::all_of(allowed.begin(), allowed.end(),
                   [&](const value::Value* each) { return IsJsonRepresentable(*each); })) {
    return stated;
  }
  stated.name = "one_of";
  stated.argument = build_.Sequence(test.allowed);
  const bool has_null = std::any_of(allowed.begin(), allowed.end(), is_null);
  const bool passes_null = !rule.kinds.Has(Kind::kNull);
  const bool takes_null = check::AcceptsKind(model_, site.id, Kind::kNull);
  stated.is_exact = survey_.is_of_values ? passes_null && !has_null : !passes_null;
  if (passes_null && takes_null && !has_null && !site.drops_null) {
    allowed.push_back(build_.Null());
  }
  const bool is_one =
      allowed.size() == 1 && !survey_.is_of_values && draft_ > Draft::k4 &&
      (allowed[0]->is_collection() || allowed[0]->kind == Kind::kInt || allowed[0]->kind == Kind::kFloat);
  stated.keywords.emplace_back(is_one && site.has_enum ? "const" : "enum",
                               is_one && site.has_enum ? allowed[0] : build_.Sequence(allowed));
  return stated;
}

RuleTranslation RuleTranslator::TranslatePattern(const types::MatchesRegex& test) {
  RuleTranslation stated;
  const value::Value* text = build_.String(test.pattern.text());
  if (!survey_.is_of_values) {
    stated.keywords.emplace_back("pattern", text);
    stated.is_exact = true;
    return stated;
  }
  if (!types::Pattern::Compile(test.pattern.text())) {
    return stated;  // of ECMA-262, in addition to keywords of value schemas
  }
  stated.name = "regexp";
  stated.argument = text;
  stated.is_exact = stated.is_complete = MeansTheSame(test.pattern.text());
  if (stated.is_exact) {
    stated.keywords.emplace_back("pattern", text);
  }
  return stated;
}

RuleTranslation RuleTranslator::TranslateFormat(const types::Format& test) {
  constexpr formats::FormatDialect kOwn[] = {
      formats::FormatDialect::kDraft4, formats::FormatDialect::kDraft6, formats::FormatDialect::kDraft7,
      formats::FormatDialect::kDraft201909, formats::FormatDialect::kDraft202012};
  const formats::FormatEntry* suggested = formats::Find(test.name, test.dialect);
  const formats::FormatEntry* standard = formats::Find(test.name, kOwn[static_cast<size_t>(draft_)]);
  RuleTranslation stated;
  stated.keywords.emplace_back("format", build_.String(test.name));
  if (survey_.is_of_values) {
    stated.name = "format";
    stated.argument = build_.String(test.name);
    stated.is_exact = suggested == nullptr || suggested == formats::Find(test.name);
  } else {
    stated.is_exact = true;
  }
  stated.is_complete = suggested != nullptr && standard != nullptr && suggested->check == standard->check;
  return stated;
}

RuleTranslation RuleTranslator::TranslateOneNotNull(const RuleContext& site, const types::OneNotNull& test) {
  RuleTranslation stated;
  stated.name = "one_not_null";
  stated.argument = test.keys.empty() ? build_.Bool(true) : Strings(build_, test.keys);
  std::vector<std::string> keys = test.keys;
  const auto* record = std::get_if<types::Record>(&site.type.shape);
  if (keys.empty() && record != nullptr && record->key_rules.empty() && !record->open) {
    for (const types::Field& field : record->fields) {
      keys.push_back(value::PlainText(*field.key));
    }
  }
  std::vector<const value::Value*> arms;
  for (const std::string& key : keys) {
    KeywordBuilder null(build_);
    null.Add("type", "null");
    KeywordBuilder negated(build_);
    negated.Add("not", null.Build());
    KeywordBuilder property(build_);
    property.Add(key, negated.Build());
    KeywordBuilder arm(build_);
    arm.Add("required", Strings(build_, {key}));
    arm.Add("properties", property.Build());
    arms.push_back(arm.Build());
  }
  stated.is_complete = !arms.empty();
  if (stated.is_complete) {
    stated.keywords.emplace_back("oneOf", build_.Sequence(arms));
  }
  return stated;
}

}  // namespace kval::schemas::json_schema
