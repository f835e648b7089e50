#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/check/field_marks.h"
#include "src/check/fields.h"
#include "src/check/unindented_keys.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// The state of validating one map against a record.
class RecordState {
 public:
  RecordState(const types::Model& model, const types::Record& record, const value::Value& map)
      : fields(model, record), unindented(model, record, map), present_(record) {
    counts_.resize(record.counts_keys() ? record.key_rules.size() : 0);
  }

  void SetPresent(const types::Field& field) { present_.Set(field); }
  bool IsPresent(const types::Field& field) const { return present_.Has(field); }
  void Count(size_t key_rule) {
    if (!counts_.empty()) {
      ++counts_[key_rule];
    }
  }
  int64_t count(size_t key_rule) const { return counts_[key_rule]; }
  void AddUnknown(const value::Entry& entry) {
    unknown.push_back(entry.key);
    unknown_values.push_back(entry.value);
  }

  FieldCursor fields;
  UnindentedKeys unindented;
  std::vector<const value::Value*> unknown;         // keys that the record does not declare
  std::vector<const value::Value*> unknown_values;  // their values
  bool has_broken_rule = false;                     // a key rule could not be evaluated

 private:
  FieldMarks present_;
  std::vector<int64_t> counts_;  // number of keys for each key rule with a limit
};

}  // namespace kval::check
