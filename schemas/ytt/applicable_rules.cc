#include "schemas/ytt/applicable_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "annotations/schema/rule_keywords.h"
#include "src/value/compare.h"

namespace kval::schemas::ytt {
namespace {

using annotations::AnnotatedRule;
using diag::Def;
using Text = std::string_view;

constexpr Def<Text, Text, Text> kAboutOthers{diag::Kind::kBadAnnotationArgument,
                                             "`{}` is about {}, and the node is {}"};
constexpr Def<Text, Text, Text> kOtherBound{diag::Kind::kBadAnnotationArgument,
                                            "`{}` compares with {}, and the node is {}"};
constexpr Def<Text, Text> kNoneFits{diag::Kind::kBadAnnotationArgument,
                                    "`{}` lists no value that the node can have: it is {}"};
constexpr Def<Text, Text> kExclude{diag::Kind::kConflictingAnnotations, "no value has both `{}` and `{}`"};
constexpr Def<> kNoSuchKeys{diag::Kind::kBadAnnotationArgument,
                            "`one_not_null` names keys that the map does not have"};

struct AboutName {
  annotations::RuleSubject about;
  Text one, many;
};
constexpr AboutName kNames[] = {{annotations::kBoolSubject, "a boolean", "booleans"},
                                {annotations::kNumberSubject, "a number", "numbers"},
                                {annotations::kStringSubject, "a string", "strings"},
                                {annotations::kArraySubject, "an array", "arrays"},
                                {annotations::kMapSubject, "a map", "maps"}};

uint8_t AboutOf(value::Kind kind) {
  switch (kind) {
    case value::Kind::kNull:
      return 0;
    case value::Kind::kBool:
      return annotations::kBoolSubject;
    case value::Kind::kInt:
    case value::Kind::kFloat:
      return annotations::kNumberSubject;
    case value::Kind::kString:
      return annotations::kStringSubject;
    case value::Kind::kSequence:
      return annotations::kArraySubject;
    case value::Kind::kMapping:
      return annotations::kMapSubject;
  }
  return 0;
}

// What values of a shape are, null apart. Annotated YAML's unions hold no unions.
uint8_t AboutOf(const types::Shape& shape, const types::Model& model) {
  if (const auto* scalar = std::get_if<types::Scalar>(&shape)) {
    return AboutOf(scalar->kind);
  }
  if (std::holds_alternative<types::List>(shape)) {
    return annotations::kArraySubject;
  }
  if (std::holds_alternative<types::Record>(shape)) {
    return annotations::kMapSubject;
  }
  const auto* choice = std::get_if<types::Union>(&shape);
  if (choice == nullptr) {
    return annotations::kAnySubject;
  }
  uint8_t about = 0;
  for (types::TypeId arm : choice->variants) {
    const types::Shape& inner = model.Get(arm).shape;
    about |= std::holds_alternative<types::Union>(inner) ? uint8_t{annotations::kAnySubject}
                                                         : AboutOf(inner, model);
  }
  return about;
}

// "strings, arrays or maps".
std::string NamesOf(uint8_t about, bool many) {
  std::vector<Text> names;
  for (const AboutName& name : kNames) {
    if ((about & name.about) != 0) {
      names.push_back(many ? name.many : name.one);
    }
  }
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

bool ListsNone(const types::OneOf& test, uint8_t about) {
  return std::none_of(test.allowed.begin(), test.allowed.end(), [&](const value::Value* allowed) {
    return allowed->kind == value::Kind::kNull || (AboutOf(allowed->kind) & about) != 0;
  });
}

const value::Value* BoundOf(const types::Rule& rule) {
  if (const auto* minimum = std::get_if<types::Minimum>(&rule.test)) {
    return minimum->bound;
  }
  const auto* maximum = std::get_if<types::Maximum>(&rule.test);
  return maximum == nullptr ? nullptr : maximum->bound;
}

class RuleFilter {
 public:
  RuleFilter(const types::Shape& shape, const types::Model& model, source::Span node, diag::Emitter& emit)
      : shape_(shape), about_(AboutOf(shape, model)), node_(node), emit_(emit) {}

  bool Fits(const AnnotatedRule& stated) {
    if (stated.keyword == nullptr || about_ == 0) {
      return true;
    }
    const Text name = stated.keyword->name;
    if ((about_ & stated.keyword->about) == 0) {
      return Finish(emit_.Report(stated.rule.span, kAboutOthers, name, NamesOf(stated.keyword->about, true),
                                 NamesOf(about_, false)),
                    IsConditional(stated.rule));
    }
    if (const value::Value* bound = BoundOf(stated.rule)) {
      return BoundFits(name, *bound, stated.rule);
    }
    if (const auto* one_of = std::get_if<types::OneOf>(&stated.rule.test)) {
      return AnyFits(name, *one_of, stated.rule);
    }
    if (const auto* one_not_null = std::get_if<types::OneNotNull>(&stated.rule.test)) {
      return NamesAKey(*one_not_null, stated.rule);
    }
    return true;
  }

 private:
  // A rule with a condition may never be evaluated; ytt accepts it until it is.
  static bool IsConditional(const types::Rule& rule) { return rule.when != nullptr; }

  // Whether the rule is kept and evaluated unchanged.
  bool Finish(diag::DiagnosticBuilder builder, bool is_kept) {
    if (is_kept) {
      builder.As(diag::Severity::kWarning);
    }
    builder.Related(node_, "this node").Emit();
    return is_kept;
  }

  bool BoundFits(Text name, const value::Value& bound, const types::Rule& rule) {
    const uint8_t about = AboutOf(bound.kind);
    if ((about & about_) != 0) {
      return true;
    }
    diag::DiagnosticBuilder builder =
        emit_.Report(rule.span, kOtherBound, name, NamesOf(about, false), NamesOf(about_, false));
    // The proposal's own sample has `min=1` on an array.
    const bool is_sized = (about_ & (annotations::kArraySubject | annotations::kMapSubject)) != 0;
    if (is_sized) {
      builder.Hint("`" + std::string(name) + "_len` is about the number of items");
    }
    return Finish(std::move(builder), is_sized || IsConditional(rule));
  }

  bool AnyFits(Text name, const types::OneOf& test, const types::Rule& rule) {
    return !ListsNone(test, about_) ||
           Finish(emit_.Report(rule.span, kNoneFits, name, NamesOf(about_, false)), IsConditional(rule));
  }

  bool NamesAKey(const types::OneNotNull& test, const types::Rule& rule) {
    const auto* record = std::get_if<types::Record>(&shape_);
    if (record == nullptr || test.keys.empty() || !record->key_rules.empty()) {
      return true;
    }
    for (const types::Field& field : record->fields) {
      for (const std::string& key : test.keys) {
        if (value::PlainText(*field.key) == key) {
          return true;
        }
      }
    }
    return Finish(emit_.Report(rule.span, kNoSuchKeys), IsConditional(rule));
  }

  const types::Shape& shape_;
  uint8_t about_;
  source::Span node_;
  diag::Emitter& emit_;
};

const types::Rule* FindBound(const std::vector<AnnotatedRule>& stated, Text keyword) {
  for (const AnnotatedRule& one : stated) {
    if (one.keyword != nullptr && one.keyword->name == keyword) {
      return &one.rule;
    }
  }
  return nullptr;
}

}  // namespace

bool IsEnumUnsatisfiable(const types::OneOf& test, const types::Shape& shape, const types::Model& model) {
  return ListsNone(test, AboutOf(shape, model));
}

bool AreBoundsContradictory(const types::Rule& low, const types::Rule& high) {
  if (const auto* shortest = std::get_if<types::MinLength>(&low.test)) {
    return shortest->bound > std::get<types::MaxLength>(high.test).bound;
  }
  const std::optional<int> order = value::Compare(*BoundOf(low), *BoundOf(high));
  return order.has_value() && *order > 0;
}

std::vector<types::Rule> FilterApplicableRules(std::vector<AnnotatedRule> stated, const types::Shape& shape,
                                               const types::Model& model, source::Span node,
                                               diag::Emitter& emit) {
  RuleFilter fitting(shape, model, node, emit);
  std::vector<AnnotatedRule> fit;
  for (AnnotatedRule& one : stated) {
    if (fitting.Fits(one)) {
      fit.push_back(std::move(one));
    }
  }
  for (const std::pair<Text, Text>& names : {std::pair<Text, Text>{"min", "max"}, {"min_len", "max_len"}}) {
    const auto& [low_name, high_name] = names;
    const types::Rule* low = FindBound(fit, low_name);
    const types::Rule* high = FindBound(fit, high_name);
    if (low == nullptr || high == nullptr || !AreBoundsContradictory(*low, *high)) {
      continue;
    }
    // Under a condition they are kept, as what does not fit is.
    const bool is_kept = high->when != nullptr;
    diag::DiagnosticBuilder builder = emit.Report(high->span, kExclude, low_name, high_name);
    if (is_kept) {
      builder.As(diag::Severity::kWarning);
    }
    builder.Related(low->span, "the other bound").Emit();
    if (is_kept) {
      continue;
    }
    std::erase_if(fit, [&](const AnnotatedRule& one) {  // clang before 16 captures no structured bindings
      return one.keyword != nullptr &&
             (one.keyword->name == names.first || one.keyword->name == names.second);
    });
  }
  std::vector<types::Rule> rules;
  for (AnnotatedRule& one : fit) {
    rules.push_back(std::move(one.rule));
  }
  return rules;
}

}  // namespace kval::schemas::ytt
