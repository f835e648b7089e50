#include "src/check/union_discriminator.h"

#include <algorithm>

#include "src/check/fields.h"
#include "src/types/pattern.h"
#include "src/types/regex_cost.h"

namespace kval::check {
namespace {

using Values = std::vector<const value::Value*>;

// Returns whether `predicate(entry, field)` is true for an entry of the mapping that the record declares.
// Calls `predicate` in order, up to the first true result. If the mapping has many more entries than the
// record has fields, looks up the fields instead. Cost: one step per visited element.
template <typename Predicate>
bool AnyDeclaredEntry(const types::Model& model, const types::Record& record, const value::Value& mapping,
                      ValidationState& worker, const Predicate& predicate) {
  if (worker.ShouldLookUpFields(mapping, record)) {
    for (const value::Entry* entry : worker.EntriesOf(mapping, record, model)) {
      if (predicate(*entry, *FieldOf(model, record, *entry->key))) {
        return true;
      }
    }
    return false;
  }
  worker.Spend(mapping.entries().size());
  for (const value::Entry& entry : mapping.entries()) {
    const types::Field* field = FieldOf(model, record, *entry.key);
    if (field != nullptr && predicate(entry, *field)) {
      return true;
    }
  }
  return false;
}

// The values of one member, without looking into unions.
Values ValuesOfMember(const types::Model& model, const types::Type& type) {
  if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
    return {literal->value};
  }
  for (types::RuleId id : type.rules) {
    if (const auto* one_of = std::get_if<types::OneOf>(&model.Get(id).test)) {
      return {one_of->allowed.begin(), one_of->allowed.end()};
    }
  }
  return {};
}

// Collections are not compared, because that costs their size: any listed collection counts.
bool MayHave(const Values& values, const value::Value& value) {
  return std::any_of(values.begin(), values.end(), [&](const value::Value* listed) {
    return value.is_collection() ? listed->is_collection() : value::Equal(*listed, value);
  });
}

// Returns whether a pattern matches only a few strings: `^Npm@1$`, `^[Nn]pm$`.
bool IsNearlyLiteral(std::string_view pattern) {
  return pattern.size() > 2 && pattern.front() == '^' && pattern.back() == '$' &&
         pattern.find_first_of("*+?{(|.", 1) == std::string_view::npos;
}

// Returns the pattern by which a type enumerates strings; null if it has none.
const types::Pattern* ListingPattern(const types::Model& model, types::TypeId id) {
  for (const types::RuleId rule_id : model.Resolve(id).rules) {
    const types::Rule& rule = model.Get(rule_id);
    const auto* matches = std::get_if<types::MatchesRegex>(&rule.test);
    if (matches != nullptr && rule.when == nullptr && IsNearlyLiteral(matches->pattern.text())) {
      return &matches->pattern;
    }
  }
  return nullptr;
}

const types::Field* ListingFieldOf(const types::Model& model, const types::Type& type,
                                   const value::Value& key, bool by_pattern) {
  const auto* record = std::get_if<types::Record>(&type.shape);
  const types::Field* field = record == nullptr ? nullptr : FieldOf(model, *record, key);
  const bool lists = field != nullptr && (!AllowedValues(model, field->type).empty() ||
                                          (by_pattern && ListingPattern(model, field->type) != nullptr));
  return lists ? field : nullptr;
}

// The field of that key whose values a type lists, itself or in a part that must hold as well, at any depth
// of `allOf`; null where none does.
const types::Field* ListingField(const types::Model& model, types::TypeId id, const value::Value& key,
                                 ValidationState& worker, bool by_pattern = false) {
  constexpr size_t kMostParts = 64;
  std::vector<types::TypeId> parts = {id};
  for (size_t i = 0; i < parts.size() && i < kMostParts; ++i) {
    const types::Type& type = model.Resolve(parts[i]);
    if (const types::Field* found = ListingFieldOf(model, type, key, by_pattern)) {
      return found;
    }
    for (const types::RuleId rule : type.rules) {
      const auto* assertion = std::get_if<types::Assertion>(&model.Get(rule).test);
      const auto* all = assertion == nullptr ? nullptr : std::get_if<types::AllOf>(assertion);
      if (all != nullptr) {
        worker.Spend(all->types.size());
        parts.insert(parts.end(), all->types.begin(), all->types.end());
      }
    }
  }
  return nullptr;
}

// The alternatives of a type without its own keys; else null.
const std::vector<types::TypeId>* ChoiceOf(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  const auto* record = std::get_if<types::Record>(&type.shape);
  if (!std::holds_alternative<types::Any>(type.shape) && (record == nullptr || !record->fields.empty())) {
    return nullptr;
  }
  const std::vector<types::TypeId>* choice = nullptr;
  for (types::RuleId rule : type.rules) {
    const auto* assertion = std::get_if<types::Assertion>(&model.Get(rule).test);
    const auto* any = assertion == nullptr ? nullptr : std::get_if<types::AnyOf>(assertion);
    const auto* one = assertion == nullptr ? nullptr : std::get_if<types::ExactlyOne>(assertion);
    if ((any == nullptr && one == nullptr) || choice != nullptr) {
      return nullptr;
    }
    choice = any != nullptr ? &any->types : &one->types;
  }
  return choice;
}

// The types, with those that choices among them are between in their place.
std::vector<types::TypeId> WithoutInnerChoices(const types::Model& model,
                                               const std::vector<types::TypeId>& types) {
  constexpr size_t kMost = 256;  // more are no choice that a person has in mind
  std::vector<types::TypeId> open = types;
  std::vector<types::TypeId> all;
  for (size_t i = 0; i < open.size() && open.size() < kMost; ++i) {
    const std::vector<types::TypeId>* inner = ChoiceOf(model, open[i]);
    if (inner == nullptr) {
      all.push_back(open[i]);
      continue;
    }
    const std::vector<types::TypeId> added = *inner;
    open.insert(open.end(), added.begin(), added.end());
  }
  return open.size() < kMost ? all : types;
}

}  // namespace

Values AllowedValues(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  const auto* choice = std::get_if<types::Union>(&type.shape);
  if (choice == nullptr) {
    return ValuesOfMember(model, type);
  }
  Values all;
  for (types::TypeId arm : choice->variants) {
    const Values listed = ValuesOfMember(model, model.Resolve(arm));
    if (listed.empty()) {
      return {};
    }
    all.insert(all.end(), listed.begin(), listed.end());
  }
  return all;
}

std::optional<InvalidDiscriminator> FindInvalidDiscriminator(const types::Model& model,
                                                             const std::vector<types::TypeId>& given_types,
                                                             const value::Value& mapping,
                                                             ValidationState& worker) {
  if (mapping.kind != value::Kind::kMapping) {
    return std::nullopt;
  }
  const std::vector<types::TypeId> types = WithoutInnerChoices(model, given_types);
  for (const value::Entry& entry : mapping.entries()) {
    worker.Spend(types.size());
    InvalidDiscriminator missed;
    size_t maps = 0;
    for (types::TypeId id : types) {
      if (!worker.KindsOf(model, id).Has(value::Kind::kMapping)) {
        continue;
      }
      ++maps;
      const types::Field* field = ListingField(model, id, *entry.key, worker);
      const Values listed = field == nullptr ? Values() : AllowedValues(model, field->type);
      worker.Spend(listed.size());
      if (listed.empty() || MayHave(listed, *entry.value)) {
        break;
      }
      missed.types.push_back(field->type);
    }
    if (maps > 1 && missed.types.size() == maps) {
      missed.entry = &entry;
      return missed;
    }
  }
  return std::nullopt;
}

bool Contradicts(const types::Model& model, types::TypeId type, const value::Value& value,
                 ValidationState& worker) {
  const auto* record = std::get_if<types::Record>(&model.Resolve(type).shape);
  const auto is_other = [&](const value::Entry& entry, const types::Field& field) {
    const auto* literal = std::get_if<types::Literal>(&model.Resolve(field.type).shape);
    return literal != nullptr && !IsRecovered(*entry.value) && !value::Equal(*entry.value, *literal->value);
  };
  return record != nullptr && value.kind == value::Kind::kMapping &&
         AnyDeclaredEntry(model, *record, value, worker, is_other);
}

EnumMatch MatchEnumAt(const types::Model& model, types::TypeId type, const value::Entry& entry,
                      ValidationState& worker) {
  const types::Field* field = ListingField(model, type, *entry.key, worker, true);
  if (field == nullptr) {
    return EnumMatch::kNone;
  }
  const Values listed = AllowedValues(model, field->type);
  bool has_value = !listed.empty() && MayHave(listed, *entry.value);
  if (listed.empty() && entry.value->kind == value::Kind::kString) {
    has_value = ListingPattern(model, field->type)->Matches(entry.value->raw);
    worker.Spend(types::TakeRegexCost());
  }
  return has_value ? EnumMatch::kHasValue : EnumMatch::kHasOthers;
}

types::TypeId ClosestRecordByKeys(const types::Model& model, const std::vector<types::TypeId>& types,
                                  const value::Value& mapping, ValidationState& worker) {
  types::TypeId best;
  if (mapping.kind != value::Kind::kMapping) {
    return best;
  }
  int64_t most = 0;
  for (types::TypeId id : types) {
    const auto* record = std::get_if<types::Record>(&model.Resolve(id).shape);
    if (record == nullptr || !record->key_rules.empty()) {
      return {};
    }
    int64_t declared = 0;
    AnyDeclaredEntry(model, *record, mapping, worker, [&](const value::Entry&, const types::Field&) {
      ++declared;
      return false;
    });
    if (declared >= most) {
      best = declared > most ? id : types::TypeId();
      most = declared;
    }
  }
  return best;
}

}  // namespace kval::check
