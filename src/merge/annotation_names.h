#pragma once

#include <string_view>

// The annotations that findings of a merge speak of. What is known of them stands with the others, in
// annotations/overlay_specs and annotations/data.
namespace kval::merge {

inline constexpr std::string_view kMatchAnnotation = "overlay/match";
inline constexpr std::string_view kMatchChildDefaultsAnnotation = "overlay/match-child-defaults";
inline constexpr std::string_view kReplaceAnnotation = "overlay/replace";
inline constexpr std::string_view kDataValuesAnnotation = "data/values";

}  // namespace kval::merge
