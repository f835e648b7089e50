#include "src/lang/cel/number_order.h"

#include <cmath>
#include <limits>

namespace kval::cel {
namespace {

int Order(double a, double b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

// With the numbers of a double that no integer has at both ends.
int OrderWithInt(double a, int64_t b) {
  if (a < static_cast<double>(std::numeric_limits<int64_t>::min())) {
    return -1;
  }
  if (a > static_cast<double>(std::numeric_limits<int64_t>::max())) {
    return 1;
  }
  return Order(a, static_cast<double>(b));
}

int OrderWithUint(double a, uint64_t b) {
  if (a < 0) {
    return -1;
  }
  if (a > static_cast<double>(std::numeric_limits<uint64_t>::max())) {
    return 1;
  }
  return Order(a, static_cast<double>(b));
}

int OrderMixed(int64_t a, uint64_t b) {
  if (a < 0 || b > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return -1;
  }
  const auto other = static_cast<int64_t>(b);
  return a < other ? -1 : a > other ? 1 : 0;
}

}  // namespace

bool IsNan(const Value& value) {
  return value.is(ValueKind::kDouble) && std::isnan(value.real());
}

int OrderNumbers(const Value& a, const Value& b) {
  if (a.is(ValueKind::kInt)) {
    if (b.is(ValueKind::kInt)) {
      return a.integer() < b.integer() ? -1 : a.integer() > b.integer() ? 1 : 0;
    }
    return b.is(ValueKind::kUint) ? OrderMixed(a.integer(), b.natural())
                                  : -OrderWithInt(b.real(), a.integer());
  }
  if (a.is(ValueKind::kUint)) {
    if (b.is(ValueKind::kUint)) {
      return a.natural() < b.natural() ? -1 : a.natural() > b.natural() ? 1 : 0;
    }
    return b.is(ValueKind::kInt) ? -OrderMixed(b.integer(), a.natural())
                                 : -OrderWithUint(b.real(), a.natural());
  }
  if (b.is(ValueKind::kInt)) {
    return OrderWithInt(a.real(), b.integer());
  }
  return b.is(ValueKind::kUint) ? OrderWithUint(a.real(), b.natural()) : Order(a.real(), b.real());
}

}  // namespace kval::cel
