#pragma once

#include <string_view>

namespace kval::kcl {

// How the names of mixins and protocols end.
inline constexpr std::string_view kMixinSuffix = "Mixin";
inline constexpr std::string_view kProtocolSuffix = "Protocol";

}  // namespace kval::kcl
