#pragma once

#include <string_view>

namespace kval::kcl {

// Suffixes of the names of mixins and protocols.
inline constexpr std::string_view kMixinSuffix = "Mixin";
inline constexpr std::string_view kProtocolSuffix = "Protocol";

}  // namespace kval::kcl
