#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/types/type.h"

namespace kval::check {

// The fields of one record that were seen.
class FieldMarks {
 public:
  explicit FieldMarks(const types::Record& record) : record_(record) {
    if (record.fields.size() > kFew) {
      many_.resize(record.fields.size());
    }
  }

  void Set(const types::Field& field) {
    if (many_.empty()) {
      few_ |= uint64_t{1} << IndexOf(field);
    } else {
      many_[IndexOf(field)] = true;
    }
  }
  bool Has(const types::Field& field) const {
    return many_.empty() ? (few_ >> IndexOf(field) & 1U) != 0 : many_[IndexOf(field)];
  }

 private:
  static constexpr size_t kFew = 64;

  size_t IndexOf(const types::Field& field) const {
    return static_cast<size_t>(&field - record_.fields.begin());
  }

  const types::Record& record_;
  uint64_t few_ = 0;        // for at most 64 fields, as most records have
  std::vector<bool> many_;  // for more
};

}  // namespace kval::check
