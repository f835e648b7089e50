#pragma once

#include <cstdint>
#include <unordered_map>

#include "src/value/value.h"

namespace kval::templating {

// What values would hold if each part stood there as often as it is reached. Functions of a template give
// back fragments that are put into others, twice and twice again, without being copied: a few lines mean
// more than any memory holds, which whatever writes, merges or checks them would find out too late.
class Expansion {
 public:
  // The bytes of a value's nodes and texts, written out. Linear in what there is; no more than kMost.
  uint64_t BytesOf(const value::Value& value);

  static constexpr uint64_t kMost = uint64_t{1} << 56;

 private:
  std::unordered_map<const value::Value*, uint64_t> known_;  // of collections
};

}  // namespace kval::templating
