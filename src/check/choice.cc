#include "src/check/choice.h"

#include <algorithm>
#include <utility>

#include "src/check/fields.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

using Values = std::vector<const value::Value*>;

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

// Collections are not compared, for that may cost as much as they are large: any listed one counts.
bool MayHave(const Values& values, const value::Value& value) {
  return std::any_of(values.begin(), values.end(), [&](const value::Value* listed) {
    return value.is_collection() ? listed->is_collection() : value::Equal(*listed, value);
  });
}

}  // namespace

Values ValuesListed(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  const auto* choice = std::get_if<types::Union>(&type.shape);
  if (choice == nullptr) {
    return ValuesOfMember(model, type);
  }
  Values all;
  for (types::TypeId arm : choice->arms) {
    const Values listed = ValuesOfMember(model, model.Resolve(arm));
    if (listed.empty()) {
      return {};
    }
    all.insert(all.end(), listed.begin(), listed.end());
  }
  return all;
}

std::optional<MissedChoice> MissedChoiceOf(const types::Model& model, const std::vector<types::TypeId>& types,
                                           const value::Value& mapping, Worker& worker) {
  if (mapping.kind != value::Kind::kMapping) {
    return std::nullopt;
  }
  for (const value::Entry& entry : mapping.entries()) {
    worker.Spend(types.size());
    MissedChoice missed;
    size_t maps = 0;
    for (types::TypeId id : types) {
      if (!worker.KindsOf(model, id).Has(value::Kind::kMapping)) {
        continue;
      }
      ++maps;
      const auto* record = std::get_if<types::Record>(&model.Resolve(id).shape);
      const types::Field* field = record == nullptr ? nullptr : FieldOf(model, *record, *entry.key);
      const Values listed = field == nullptr ? Values() : ValuesListed(model, field->type);
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

types::TypeId MeantByKeys(const types::Model& model, const std::vector<types::TypeId>& types,
                          const value::Value& mapping, Worker& worker) {
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
    worker.Spend(mapping.entries().size());
    const int64_t declared = std::count_if(
        mapping.entries().begin(), mapping.entries().end(),
        [&](const value::Entry& entry) { return FieldOf(model, *record, *entry.key) != nullptr; });
    if (declared >= most) {
      best = declared > most ? id : types::TypeId();
      most = declared;
    }
  }
  return best;
}

}  // namespace kval::check
