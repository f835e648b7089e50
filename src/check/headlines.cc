#include "src/check/headlines.h"

#include "src/check/describe.h"

namespace kval::check {

std::string ExpectedName(const Fault& fault, const types::Model& model) {
  return ExpectedName(model, fault.type) + (fault.also.empty() ? "" : " or " + fault.also);
}

std::string ExpectedName(const types::Model& model, types::TypeId type) {
  const types::Type& resolved = model.Resolve(type);
  const bool adds_null = resolved.nullable && !std::holds_alternative<types::Null>(resolved.shape);
  return TypeName(model, type) + (adds_null ? " or null" : "");
}

std::vector<const value::Value*> LiteralsOf(const types::Model& model, const types::Type& type) {
  std::vector<const value::Value*> literals;
  if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
    literals.push_back(literal->value);
  } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    for (types::TypeId arm : choice->arms) {
      if (const auto* member = std::get_if<types::Literal>(&model.Resolve(arm).shape)) {
        literals.push_back(member->value);
      }
    }
  }
  return literals;
}

std::string MembersText(const types::Model& model, types::TypeId id) {
  const auto& choice = std::get<types::Union>(model.Resolve(id).shape);
  std::string text;
  for (types::TypeId arm : choice.arms) {
    const auto* record = std::get_if<types::Record>(&model.Resolve(arm).shape);
    if (record == nullptr || !record->schema.has_value()) {
      return TypeName(model, id);
    }
    text += (text.empty() ? "" : " or ") + std::string(model.interner().Text(*record->schema));
  }
  return text;
}

bool IsOfLiterals(const types::Model& model, const types::Type& type) {
  constexpr size_t kMost = 5;
  const size_t count = std::get<types::Union>(type.shape).arms.size();
  return count <= kMost && LiteralsOf(model, type).size() == count;
}

std::string CountText(const types::KeyRule& rule) {
  std::string text;
  for (const types::Count& count : rule.counts) {
    text += text.empty() ? "" : " or ";
    if (count.at_most == types::Count::kUnbounded) {
      text += "at least " + std::to_string(count.at_least);
    } else if (count.at_least == count.at_most) {
      text += (rule.counts.size() == 1 ? "exactly " : "") + std::to_string(count.at_least);
    } else {
      text += std::to_string(count.at_least) + " to " + std::to_string(count.at_most);
    }
  }
  const bool one = rule.counts.size() == 1 && (rule.counts[0].at_most == 1 || rule.counts[0].at_least == 1);
  if (text.empty()) {
    text = "another number of";
  }
  return text + (one ? " key" : " keys");
}

std::string Headline(const Fault& fault, const types::Model& model) {
  switch (fault.what) {
    case Fault::What::kMismatch:
      return "expected " + ExpectedName(fault, model) + ", found " + FoundName(*fault.value);
    case Fault::What::kNoArm:
      if (IsOfLiterals(model, model.Resolve(fault.type))) {
        return Substitute(kNotOneOf.format, MembersText(model, fault.type));
      }
      return Substitute(kNoArm.format, std::get<types::Union>(model.Resolve(fault.type).shape).arms.size());
    case Fault::What::kUnknownKey:
    case Fault::What::kUnevaluatedKey: {
      const auto* record = std::get_if<types::Record>(&model.Resolve(fault.type).shape);
      const bool is_refused = record != nullptr && !record->key_rules.empty();
      return Substitute(is_refused ? kRefusedKey.format : kUnknownKey.format, KeyName(*fault.child));
    }
    case Fault::What::kMissingKey:
      return Substitute(kMissing.format, fault.field == nullptr ? fault.name : KeyName(*fault.field->key));
    case Fault::What::kKeyCount:
      return Substitute(kKeyCount.format, CountText(*fault.key_rule), fault.key_rule->name, fault.count);
    case Fault::What::kBrokenKeyRule:
      return "the key rule failed to run: " + fault.verdict.found;
    case Fault::What::kRule:
    case Fault::What::kCondition:
      return RuleHeadline(fault);
    case Fault::What::kNever:
    case Fault::What::kNoneHolds:
    case Fault::What::kNoChoice:
    case Fault::What::kSeveralHold:
    case Fault::What::kHoldsButMustNot:
    case Fault::What::kDependentKey:
    case Fault::What::kItemCount:
    case Fault::What::kKeyName:
      return AssertionHeadline(fault, model);
  }
  return {};
}

}  // namespace kval::check
