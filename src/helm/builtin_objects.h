#pragma once

#include <span>
#include <string_view>

namespace kval::helm {

// A field of the data that Helm passes to templates, besides the values.
struct BuiltinField {
  std::string_view path;  // `Release.Name`
  std::string_view type;
  std::string_view text;
};

// Returns all fields, those of an object after it. Source: helm pkg/chartutil/values.go, capabilities.go,
// pkg/engine/files.go.
std::span<const BuiltinField> BuiltinFields();

}  // namespace kval::helm
