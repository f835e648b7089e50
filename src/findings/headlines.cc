#include "src/findings/headlines.h"

#include "src/check/describe.h"

namespace kval::findings {

std::string ExpectedName(const check::Violation& error, const types::Model& model) {
  return ExpectedName(model, error.type) + (error.other_kinds.empty() ? "" : " or " + error.other_kinds);
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
    for (types::TypeId arm : choice->variants) {
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
  for (types::TypeId arm : choice.variants) {
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
  const size_t count = std::get<types::Union>(type.shape).variants.size();
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

namespace {

std::string HeadlineOf(const check::Violation& error, const check::violation::Mismatch& /*mismatch*/,
                       const types::Model& model) {
  return "expected " + ExpectedName(error, model) + ", found " + check::FoundName(*error.value);
}

std::string HeadlineOf(const check::Violation& error, const check::violation::NoUnionMember& /*none*/,
                       const types::Model& model) {
  const types::Type& type = model.Resolve(error.type);
  return IsOfLiterals(model, type)
             ? Substitute(kNotOneOf.format, MembersText(model, error.type))
             : Substitute(kNoUnionMember.format, std::get<types::Union>(type.shape).variants.size());
}

std::string HeadlineOf(const check::Violation& error, const check::violation::UnknownKey& unknown,
                       const types::Model& model) {
  const auto* record = std::get_if<types::Record>(&model.Resolve(error.type).shape);
  const bool is_refused = record != nullptr && !record->key_rules.empty();
  return Substitute(is_refused ? kDisallowedKey.format : kUnknownKey.format, check::KeyName(*unknown.key));
}

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::MissingKey& missing,
                       const types::Model& /*model*/) {
  return Substitute(kMissing.format, missing.name);
}

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::KeyCount& keys,
                       const types::Model& /*model*/) {
  return Substitute(kKeyCount.format, CountText(*keys.rule), keys.rule->name, keys.count);
}

std::string HeadlineOf(const check::Violation& /*error*/, const check::violation::BrokenKeyRule& broken,
                       const types::Model& /*model*/) {
  return "the key rule failed to run: " + broken.verdict.found;
}

std::string HeadlineOf(const check::Violation& error, const check::violation::FailedRule& failed,
                       const types::Model& /*model*/) {
  return RuleHeadline(error, failed);
}

}  // namespace

std::string Headline(const check::Violation& error, const types::Model& model) {
  return std::visit([&](const auto& detail) { return HeadlineOf(error, detail, model); }, error.detail);
}

}  // namespace kval::findings
