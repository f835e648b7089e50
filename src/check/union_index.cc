#include "src/check/union_index.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace kval::check {
namespace {

using types::TypeId;

constexpr size_t kFew = 16;
constexpr size_t kOften = 4;
// Longer lists are no choice between types.
constexpr size_t kLongList = 16;

// The type that decides: of those that say something only under a condition, the condition; none where there
// is more.
std::optional<TypeId> DecidingType(const types::Model& model, TypeId id, Discriminator discriminator) {
  if (discriminator != Discriminator::kConditions) {
    return id;
  }
  const types::Type& type = model.Resolve(id);
  if (!std::holds_alternative<types::Any>(type.shape) || type.rules.size() != 1) {
    return std::nullopt;
  }
  const types::Rule& rule = model.Get(type.rules[0]);
  const auto* assertion = std::get_if<types::Assertion>(&rule.test);
  const auto* choice = assertion == nullptr ? nullptr : std::get_if<types::IfThenElse>(assertion);
  return choice == nullptr || choice->otherwise.has_value() || rule.when != nullptr
             ? std::nullopt
             : std::optional(choice->condition);
}

const types::Record* RecordOf(const types::Model& model, std::optional<TypeId> type) {
  return type ? std::get_if<types::Record>(&model.Resolve(*type).shape) : nullptr;
}

// The text key for which most of the types list values.
Symbol KeyThatTells(const types::Model& model, const std::vector<TypeId>& types, Discriminator discriminator,
                    Budget& budget) {
  std::unordered_map<Symbol, size_t> times;
  Symbol best;
  size_t most = 1;
  for (const TypeId id : types) {
    const types::Record* record = RecordOf(model, DecidingType(model, id, discriminator));
    if (record == nullptr || !budget.Spend(record->fields.size())) {
      continue;
    }
    for (const types::Field& field : record->fields) {
      if (field.key->kind == value::Kind::kString && !EnumScalars(model, field.type, discriminator).empty() &&
          ++times[field.name] > most) {
        best = field.name;
        most = times[field.name];
      }
    }
  }
  return best;
}

void AddAll(const std::vector<const value::Value*>& listed, uint32_t place, PositionIndex& places) {
  for (const value::Value* value : listed) {
    places.Add(*value, place);
  }
}

}  // namespace

std::vector<const value::Value*> EnumScalars(const types::Model& model, TypeId id,
                                             Discriminator discriminator) {
  const types::Type& type = model.Resolve(id);
  const auto* literal = std::get_if<types::Literal>(&type.shape);
  if (literal != nullptr && !type.ignores_other_kinds && !literal->value->is_collection()) {
    return {literal->value};
  }
  for (const types::RuleId rule_id : type.rules) {
    const types::Rule& rule = model.Get(rule_id);
    const auto* choice = std::get_if<types::OneOf>(&rule.test);
    if (discriminator != Discriminator::kShapes && choice != nullptr && rule.when == nullptr &&
        (rule.kinds | types::ValueKindSet{value::Kind::kNull}) == types::ValueKindSet::All() &&
        choice->allowed.size() <= kLongList &&
        std::none_of(choice->allowed.begin(), choice->allowed.end(),
                     [](const value::Value* value) { return value->is_collection(); })) {
      return choice->allowed;
    }
  }
  return {};
}

void UnionIndex::Note(const types::Model& model, const std::vector<TypeId>& types,
                      Discriminator discriminator, IndexedUnion& noted, Budget& budget) {
  const Symbol key = KeyThatTells(model, types, discriminator, budget);
  noted.key = key.has_value() ? model.interner().Text(key) : std::string_view();
  for (uint32_t i = 0; i < types.size(); ++i) {
    const std::optional<TypeId> type = DecidingType(model, types[i], discriminator);
    const types::Record* record = RecordOf(model, type);
    const types::Field* field = record == nullptr || noted.key.empty() ? nullptr : record->Find(key);
    const auto at_key = field == nullptr ? std::vector<const value::Value*>()
                                         : EnumScalars(model, field->type, discriminator);
    AddAll(at_key, i, noted.by_key);
    if (at_key.empty()) {
      noted.any_map.push_back(i);
    }
    if (at_key.empty() || field->presence != types::FieldPresence::kRequired) {
      noted.without_key.push_back(i);
    }
    const auto itself = type ? EnumScalars(model, *type, discriminator) : std::vector<const value::Value*>();
    AddAll(itself, i, noted.by_value);
    if (itself.empty()) {
      noted.any_scalar.push_back(i);
    }
  }
  noted.by_key.Sort();
  noted.by_value.Sort();
}

std::optional<std::vector<TypeId>> UnionIndex::Of(const types::Model& model, const std::vector<TypeId>& types,
                                                  const value::Value& value, Discriminator discriminator,
                                                  value::EntryIndex& keys, Budget& budget) {
  if (types.size() <= kFew || IsRecovered(value) || value.kind == value::Kind::kNull ||
      (discriminator == Discriminator::kChoices && value.kind != value::Kind::kMapping) ||
      value.kind == value::Kind::kSequence) {
    return std::nullopt;
  }
  const bool needs_key = discriminator == Discriminator::kChoices;
  discriminator = needs_key ? Discriminator::kRules : discriminator;
  IndexedUnion& noted = indexed_[static_cast<size_t>(discriminator)][&types];
  if (noted.times_requested <= kOften) {
    if (++noted.times_requested <= kOften) {
      return std::nullopt;
    }
    budget.Spend(types.size());
    Note(model, types, discriminator, noted, budget);
  }
  std::vector<uint32_t> found;
  const std::vector<uint32_t>* further = &noted.any_scalar;
  if (value.kind != value::Kind::kMapping) {
    noted.by_value.Find(value, found);
  } else {
    size_t steps = 0;
    const value::Entry* entry = noted.key.empty() ? nullptr : keys.Find(value, noted.key, steps);
    budget.Spend(steps);
    if (noted.key.empty() || (entry == nullptr && needs_key) ||
        (entry != nullptr && (entry->value->is_collection() || IsRecovered(*entry->value) ||
                              entry->value->kind == value::Kind::kNull))) {
      return std::nullopt;
    }
    further = entry == nullptr ? &noted.without_key : &noted.any_map;
    if (entry != nullptr) {
      noted.by_key.Find(*entry->value, found);
    }
  }
  if (further->size() == types.size()) {
    return std::nullopt;
  }
  found.insert(found.end(), further->begin(), further->end());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  budget.Spend(found.size());
  std::vector<TypeId> few;
  few.reserve(found.size());
  for (const uint32_t place : found) {
    few.push_back(types[place]);
  }
  return few;
}

}  // namespace kval::check
