#include <string>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/number_text.h"

// The functions of the module `units`. Source: kcl crates/runtime/src/units/mod.rs: the quotient is cut, so
// `to_n(1)` is 999999999n.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

struct UnitSuffix {
  const char* name;
  double size;
};
constexpr UnitSuffix kN{"n", 1e-09};
constexpr UnitSuffix kU{"u", 1e-06};
constexpr UnitSuffix kM{"m", 0.001};
constexpr UnitSuffix kKilo{"K", 1e3};
constexpr UnitSuffix kMega{"M", 1e6};
constexpr UnitSuffix kGiga{"G", 1e9};
constexpr UnitSuffix kTera{"T", 1e12};
constexpr UnitSuffix kPeta{"P", 1e15};
constexpr UnitSuffix kKibi{"Ki", 1024.0};
constexpr UnitSuffix kMebi{"Mi", 1048576.0};
constexpr UnitSuffix kGibi{"Gi", 1073741824.0};
constexpr UnitSuffix kTebi{"Ti", 1099511627776.0};
constexpr UnitSuffix kPebi{"Pi", 1125899906842624.0};

template <const UnitSuffix& suffix>
Value In(Runtime& runtime, const CallArgs& call) {
  std::optional<double> number = Arguments(runtime, call, call.function).Float(0, "num");
  if (!number) {
    return {};
  }
  return String(runtime.heap(), std::to_string(Truncated(*number / suffix.size)) + suffix.name);
}

constexpr Native kUnitsFunctions[] = {
    {"to_n", In<kN>},     {"to_u", In<kU>},     {"to_m", In<kM>},     {"to_K", In<kKilo>},
    {"to_M", In<kMega>},  {"to_G", In<kGiga>},  {"to_T", In<kTera>},  {"to_P", In<kPeta>},
    {"to_Ki", In<kKibi>}, {"to_Mi", In<kMebi>}, {"to_Gi", In<kGibi>}, {"to_Ti", In<kTebi>},
    {"to_Pi", In<kPebi>},
};

}  // namespace

std::span<const Native> UnitsNatives() {
  return kUnitsFunctions;
}

}  // namespace kval::kcl::builtins
