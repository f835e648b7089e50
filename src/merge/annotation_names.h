#pragma once

#include <string_view>

// Annotations named in findings of a merge. Their specifications are in annotations/overlay_specs and
// annotations/data.
namespace kval::merge {

inline constexpr std::string_view kMatchAnnotation = "overlay/match";
inline constexpr std::string_view kMatchChildDefaultsAnnotation = "overlay/match-child-defaults";
inline constexpr std::string_view kReplaceAnnotation = "overlay/replace";
inline constexpr std::string_view kDataValuesAnnotation = "data/values";

}  // namespace kval::merge
