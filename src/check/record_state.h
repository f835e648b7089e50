#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/check/fields.h"
#include "src/check/unindented.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// What the entries of one map have shown so far of the record that they are judged by.
class RecordState {
 public:
  RecordState(const types::Model& model, const types::Record& record, const value::Value& map)
      : fields(model, record), unindented(model, record, map), record_(record) {
    if (record.fields.size() > kFew) {
      present_.resize(record.fields.size());
    }
    counts_.resize(record.key_rules.size());
  }

  void SetPresent(const types::Field& field) {
    const size_t index = IndexOf(field);
    if (present_.empty()) {
      few_ |= uint64_t{1} << index;
    } else {
      present_[index] = true;
    }
  }
  bool IsPresent(const types::Field& field) const {
    const size_t index = IndexOf(field);
    return present_.empty() ? (few_ >> index & 1U) != 0 : present_[index];
  }
  void Count(size_t key_rule) { ++counts_[key_rule]; }
  int64_t count(size_t key_rule) const { return counts_[key_rule]; }

  FieldCursor fields;
  Unindented unindented;
  std::vector<const value::Value*> unknown;
  bool has_broken_rule = false;  // a key rule could not say whether it allows a key

 private:
  static constexpr size_t kFew = 64;

  size_t IndexOf(const types::Field& field) const {
    return static_cast<size_t>(&field - record_.fields.data());
  }

  const types::Record& record_;
  uint64_t few_ = 0;           // for at most 64 fields, as most records have
  std::vector<bool> present_;  // for more
  std::vector<int64_t> counts_;
};

}  // namespace kval::check
