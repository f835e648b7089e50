#include <algorithm>
#include <array>
#include <utility>

#include "schemas/json_schema/schema_writer.h"
#include "src/check/fields.h"
#include "src/formats/format.h"
#include "src/types/ecma_pattern.h"
#include "src/value/compare.h"

namespace kval::schemas::json_schema {
namespace {

using types::KindSet;
using value::Kind;

constexpr KindSet kNumbers = {Kind::kInt, Kind::kFloat};
constexpr std::array<Kind, 6> kKinds = {Kind::kBool,   Kind::kInt,      Kind::kFloat,
                                        Kind::kString, Kind::kSequence, Kind::kMapping};

// `text` with what a regular expression would read as more than itself escaped.
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

void SchemaWriter::AddRules(Node& node) {
  for (types::RuleId id : node.type.rules) {
    const types::Rule& rule = model_.Get(id);
    const bool is_said = node.drops_null && std::holds_alternative<types::NotNull>(rule.test) &&
                         rule.message.empty() && rule.when == nullptr;
    if (!is_said) {
      AddRule(node, rule);
    }
  }
}

void SchemaWriter::AddRule(Node& node, const types::Rule& rule) {
  constexpr const char* kHint = "state it in the words of JSON Schema, or leave it to kval";
  if (rule.when != nullptr) {
    Lose(node, rule.span, "the rule `" + losses_.WordsOf(rule) + "` with its condition",
         "state it by `if` and `then`");
    return;
  }
  if (const auto* assertion = std::get_if<types::Assertion>(&rule.test)) {
    AddAssertion(node, rule, *assertion);
    return;
  }
  const Stated stated = StateOf(node, rule);
  if (stated.keywords.empty() && stated.argument == nullptr) {
    Lose(node, rule.span, "the rule `" + losses_.WordsOf(rule) + "`", kHint);
    return;
  }
  AddStated(node, rule, stated);
}

void SchemaWriter::AddStated(Node& node, const types::Rule& rule, const Stated& stated) {
  const bool is_free = std::none_of(stated.keywords.begin(), stated.keywords.end(),
                                    [&](const auto& each) { return node.keywords.Has(each.first); });
  if (!stated.is_complete) {
    Lose(node, rule.span, "the rule `" + losses_.WordsOf(rule) + "`", "", true, std::string(stated.why));
  }
  if (stated.is_exact && is_free) {
    for (const auto& [keyword, value] : stated.keywords) {
      node.keywords.Add(keyword, value);
    }
    if (!rule.message.empty()) {
      node.messages.push_back({build_.String(stated.keywords.front().first), build_.String(rule.message)});
    }
    return;
  }
  Keywords item(build_);
  for (const auto& [keyword, value] : stated.keywords) {
    item.Add(keyword, value);
  }
  if (stated.argument != nullptr) {
    Keywords named(build_);
    named.Add(stated.name, stated.argument);
    item.Add(kRule, named.Build());
  }
  if (!rule.message.empty()) {
    item.Add(kMessage, rule.message);
  }
  node.all_of.push_back(item.Build());
}

// Whether a keyword that speaks about `kinds` sees all that the rule sees.
bool SchemaWriter::IsSeen(const Node& node, const types::Rule& rule, KindSet kinds) const {
  return std::all_of(kKinds.begin(), kKinds.end(), [&](Kind kind) {
    return kinds.Has(kind) || !rule.kinds.Has(kind) || !check::TakesKind(model_, node.id, kind);
  });
}

SchemaWriter::Stated SchemaWriter::StateOf(const Node& node, const types::Rule& rule) {
  const auto bound = [&](const value::Value& value, bool is_exclusive, std::string_view plain,
                         std::string_view exclusive, std::string_view name) {
    Stated stated;
    if (!IsSayable(value) || (value.kind != Kind::kInt && value.kind != Kind::kFloat)) {
      return stated;
    }
    const bool is_old = is_exclusive && draft_ == Draft::k4;
    stated.keywords.emplace_back(is_exclusive && !is_old ? exclusive : plain, &value);
    if (is_old) {
      stated.keywords.emplace_back(exclusive, build_.Bool(true));
    }
    stated.name = name;
    stated.argument = &value;
    stated.is_exact = stated.is_complete = IsSeen(node, rule, kNumbers);
    return stated;
  };
  const auto only_named = [&](std::string_view name, const value::Value* argument) {
    Stated stated;
    stated.name = name;
    stated.argument = argument;
    return stated;
  };
  if (const auto* low = std::get_if<types::Minimum>(&rule.test)) {
    return bound(*low->bound, low->is_exclusive, "minimum", "exclusiveMinimum",
                 low->is_exclusive ? "more_than" : "min");
  }
  if (const auto* high = std::get_if<types::Maximum>(&rule.test)) {
    return bound(*high->bound, high->is_exclusive, "maximum", "exclusiveMaximum",
                 high->is_exclusive ? "less_than" : "max");
  }
  if (const auto* multiple = std::get_if<types::MultipleOf>(&rule.test)) {
    return bound(*multiple->divisor, false, "multipleOf", "multipleOf", "multiple_of");
  }
  if (const auto* low = std::get_if<types::MinLength>(&rule.test)) {
    return StateLength(node, rule, low->bound, low->unit, true);
  }
  if (const auto* high = std::get_if<types::MaxLength>(&rule.test)) {
    return StateLength(node, rule, high->bound, high->unit, false);
  }
  if (const auto* one_of = std::get_if<types::OneOf>(&rule.test)) {
    return StateOneOf(node, rule, *one_of);
  }
  if (const auto* matches = std::get_if<types::Matches>(&rule.test)) {
    Stated stated = StatePattern(*matches);
    stated.is_exact = stated.is_exact && IsSeen(node, rule, {Kind::kString});
    stated.is_complete = stated.is_complete && IsSeen(node, rule, {Kind::kString});
    return stated;
  }
  if (const auto* format = std::get_if<types::Format>(&rule.test)) {
    Stated stated = StateFormat(*format);
    stated.is_exact = stated.is_exact && IsSeen(node, rule, {Kind::kString});
    return stated;
  }
  if (std::holds_alternative<types::Unique>(rule.test)) {
    Stated stated = only_named("unique", build_.Bool(true));
    stated.keywords.emplace_back("uniqueItems", build_.Bool(true));
    stated.is_exact = stated.is_complete = IsSeen(node, rule, {Kind::kSequence});
    return stated;
  }
  if (std::holds_alternative<types::NotNull>(rule.test)) {
    Stated stated = only_named("not_null", build_.Bool(true));
    Keywords null(build_);
    null.Add("type", "null");
    stated.keywords.emplace_back("not", null.Build());
    return stated;
  }
  if (const auto* prefix = std::get_if<types::Prefix>(&rule.test)) {
    Stated stated = only_named("starts_with", build_.String(prefix->text));
    stated.keywords.emplace_back("pattern", build_.String("^" + Escaped(prefix->text)));
    stated.is_complete = IsSeen(node, rule, {Kind::kString});
    return stated;
  }
  if (const auto* suffix = std::get_if<types::Suffix>(&rule.test)) {
    Stated stated = only_named("ends_with", build_.String(suffix->text));
    stated.keywords.emplace_back("pattern", build_.String(Escaped(suffix->text) + "$"));
    stated.is_complete = IsSeen(node, rule, {Kind::kString});
    return stated;
  }
  if (const auto* one = std::get_if<types::OneNotNull>(&rule.test)) {
    return StateOneNotNull(node, *one);
  }
  return {};  // a function
}

SchemaWriter::Stated SchemaWriter::StateLength(const Node& node, const types::Rule& rule, int64_t bound,
                                               types::TextUnit unit, bool is_minimum) {
  struct Of {
    Kind kind;
    std::string_view least, most;
  };
  constexpr std::array<Of, 3> kAll = {{{Kind::kString, "minLength", "maxLength"},
                                       {Kind::kSequence, "minItems", "maxItems"},
                                       {Kind::kMapping, "minProperties", "maxProperties"}}};
  Stated stated;
  KindSet seen;
  bool is_text = false;
  for (const Of& each : kAll) {
    if (rule.kinds.Has(each.kind) && check::TakesKind(model_, node.id, each.kind)) {
      stated.keywords.emplace_back(is_minimum ? each.least : each.most,
                                   build_.Int(std::max<int64_t>(bound, 0)));
      seen = seen | KindSet{each.kind};
      is_text = is_text || each.kind == Kind::kString;
    }
  }
  const bool is_bytes = unit == types::TextUnit::kBytes;
  stated.name =
      is_minimum ? (is_bytes ? "min_len" : "min_characters") : (is_bytes ? "max_len" : "max_characters");
  stated.argument = bound < 0 ? nullptr : build_.Int(bound);
  const bool sees_all = IsSeen(node, rule, seen);
  stated.is_exact =
      bound >= 0 && sees_all && stated.keywords.size() == 1 && (!is_text || is_bytes == survey_.is_of_values);
  const bool differs = is_text && is_bytes && bound > (is_minimum ? 1 : 0);
  stated.is_complete = bound >= 0 && sees_all && !differs;
  stated.why = differs ? "kval counts the bytes of a text here, other tools its characters" : "";
  return stated;
}

SchemaWriter::Stated SchemaWriter::StateOneOf(const Node& node, const types::Rule& rule,
                                              const types::OneOf& test) {
  Stated stated;
  std::vector<const value::Value*> allowed = test.allowed;
  const auto is_null = [](const value::Value* each) { return each->kind == Kind::kNull; };
  if (!std::all_of(allowed.begin(), allowed.end(),
                   [&](const value::Value* each) { return IsSayable(*each); })) {
    return stated;
  }
  stated.name = "one_of";
  stated.argument = build_.Sequence(test.allowed);
  const bool has_null = std::any_of(allowed.begin(), allowed.end(), is_null);
  const bool passes_null = !rule.kinds.Has(Kind::kNull);
  const bool takes_null = check::TakesKind(model_, node.id, Kind::kNull);
  stated.is_exact = survey_.is_of_values ? passes_null && !has_null : !passes_null;
  if (passes_null && takes_null && !has_null && !node.drops_null) {
    allowed.push_back(build_.Null());
  }
  const bool is_one =
      allowed.size() == 1 && !survey_.is_of_values && draft_ > Draft::k4 &&
      (allowed[0]->is_collection() || allowed[0]->kind == Kind::kInt || allowed[0]->kind == Kind::kFloat);
  stated.keywords.emplace_back(is_one && node.keywords.Has("enum") ? "const" : "enum",
                               is_one && node.keywords.Has("enum") ? allowed[0] : build_.Sequence(allowed));
  return stated;
}

SchemaWriter::Stated SchemaWriter::StatePattern(const types::Matches& test) {
  Stated stated;
  const value::Value* text = build_.String(test.pattern.text());
  if (!survey_.is_of_values) {
    stated.keywords.emplace_back("pattern", text);
    stated.is_exact = true;
    return stated;
  }
  if (!types::Pattern::Compile(test.pattern.text())) {
    return stated;  // of ECMA-262, beside what only schemas of values say
  }
  stated.name = "regexp";
  stated.argument = text;
  stated.is_exact = stated.is_complete = MeansTheSame(test.pattern.text());
  if (stated.is_exact) {
    stated.keywords.emplace_back("pattern", text);
  }
  return stated;
}

SchemaWriter::Stated SchemaWriter::StateFormat(const types::Format& test) {
  constexpr formats::Dialect kOwn[] = {formats::Dialect::kDraft4, formats::Dialect::kDraft6,
                                       formats::Dialect::kDraft7, formats::Dialect::kDraft201909,
                                       formats::Dialect::kDraft202012};
  const formats::Entry* meant = formats::Find(test.name, test.dialect);
  const formats::Entry* standard = formats::Find(test.name, kOwn[static_cast<size_t>(draft_)]);
  Stated stated;
  stated.keywords.emplace_back("format", build_.String(test.name));
  if (survey_.is_of_values) {
    stated.name = "format";
    stated.argument = build_.String(test.name);
    stated.is_exact = meant == nullptr || meant == formats::Find(test.name);
  } else {
    stated.is_exact = true;
  }
  stated.is_complete = meant != nullptr && standard != nullptr && meant->check == standard->check;
  return stated;
}

SchemaWriter::Stated SchemaWriter::StateOneNotNull(const Node& node, const types::OneNotNull& test) {
  Stated stated;
  stated.name = "one_not_null";
  stated.argument = test.keys.empty() ? build_.Bool(true) : Texts(test.keys);
  std::vector<std::string> keys = test.keys;
  const auto* record = std::get_if<types::Record>(&node.type.shape);
  if (keys.empty() && record != nullptr && record->key_rules.empty() && !record->open) {
    for (const types::Field& field : record->fields) {
      keys.push_back(value::PlainText(*field.key));
    }
  }
  std::vector<const value::Value*> arms;
  for (const std::string& key : keys) {
    Keywords null(build_);
    null.Add("type", "null");
    Keywords negated(build_);
    negated.Add("not", null.Build());
    Keywords property(build_);
    property.Add(key, negated.Build());
    Keywords arm(build_);
    arm.Add("required", Texts({key}));
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
