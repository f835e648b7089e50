#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

__extension__ typedef __int128 Int128;

// A quantity as Kubernetes' resource.Quantity has it (apimachinery, pkg/api/resource/quantity.go): `1Gi`,
// `500m`.
//
// `number` times ten to the power of `scale`. Kubernetes has two forms of it, and some answers depend on
// which one a quantity is in: `is_small` is the one with an int64.
struct Quantity {
  enum class QuantityFormat : uint8_t { kBinary, kDecimal, kExponent };

  Int128 number = 0;
  int32_t scale = 0;
  bool is_small = true;
  QuantityFormat form = QuantityFormat::kDecimal;

  // Returns nullopt and sets `why` for an invalid quantity.
  static std::optional<Quantity> Parse(std::string_view text, std::string* why);
  static Quantity FromInteger(int64_t value) { return {value, 0, true, QuantityFormat::kExponent}; }

  // Formats the quantity as Kubernetes does: `1500m` is `1500m`, `1024Mi` is `1Gi`.
  std::string Text() const;
  // Returns the value if it is an integer in Kubernetes' representation; `1000m` is not.
  std::optional<int64_t> AsInteger() const;
  double AsDouble() const;
  int Sign() const { return number < 0 ? -1 : number > 0 ? 1 : 0; }
};

// -1, 0 or 1.
int Compare(const Quantity& a, const Quantity& b);
// Returns nullopt if the sum has too many digits (about 36).
std::optional<Quantity> Add(const Quantity& a, const Quantity& b);
std::optional<Quantity> Subtract(const Quantity& a, const Quantity& b);

}  // namespace kval::cel
