#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "schemas/kubernetes/api_table.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::kubernetes {

// Decodes the types of one Kubernetes version into the model, each on first use together with the types that
// it refers to. Threads: one, like its model.
//
// Properties that the API server only warns about (items of a list with equal keys) are recorded but never
// fail: see ListKeys.
class Decoder {
 public:
  // `table`, `arena` and `model` must outlive the decoder. Names in the model refer to the table's text.
  Decoder(const ApiTable& table, size_t version, Arena& arena, types::Model& model)
      : table_(table), version_(version), build_(&arena), model_(model) {}

  size_t version() const { return version_; }
  // Returns the type of a record of the table.
  types::TypeId TypeOf(const TypeRecord& record);
  // Returns a type by its name; Any if this version does not have it.
  types::TypeId TypeNamed(std::string_view name);

 private:
  struct PendingRecord {
    const TypeRecord* record;
    types::TypeId type;
  };

  void DecodePending();
  types::Type Decode(const TypeRecord& record);
  types::Field FieldOf(std::string_view line);
  types::TypeId ReferTo(const TypeRecord* record);
  // Parses one shape and removes it from the front of `text`.
  types::TypeId ShapeOf(std::string_view& text);
  types::TypeId ListOf(std::string_view& text);
  types::TypeId EitherOf(std::string_view& text);
  types::TypeId Letter(char letter);
  types::TypeId Ruled(types::Shape shape, types::Test test, types::ValueKindSet kinds);

  // decoder_rules.cc: constraints beyond the shape.
  struct FieldConstraints {
    std::string_view values;  // an enumeration, `A|B`
    std::string_view rules;   // `filled;min:1`
    bool is_required = false;
  };
  types::TypeId WithFacts(types::TypeId type, std::string_view shape, const FieldConstraints& facts);
  void AddFact(types::Type& type, std::string_view rule);
  void AddItemFact(types::Type& type, std::string_view name, std::string_view rule);
  types::OneOf EnumerationOf(std::string_view values);
  void AddRule(types::Type& type, types::ValueKindSet kinds, types::Test test, bool skips_empty = false);
  types::TypeId Integer(int64_t least, int64_t most);
  void AddTogether(types::Type& type, std::string_view rules);

  const ApiTable& table_;
  size_t version_;
  value::Builder build_;
  types::Model& model_;
  std::unordered_map<const TypeRecord*, types::TypeId> known_;
  std::map<char, types::TypeId> letters_;
  // Keyed by the text of the shape and of the facts, and whether the field is required.
  std::map<std::tuple<std::string_view, std::string_view, std::string_view, bool>, types::TypeId> ruled_;
  std::shared_ptr<const types::Predicate> not_empty_;
  std::deque<PendingRecord> pending_;
};

}  // namespace kval::schemas::kubernetes
