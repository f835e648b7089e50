#pragma once

#include <string_view>

// Annotations that templates evaluate. Their specifications are in annotations/data.
namespace kval::templating {

// The long name of `#!` (ytt, template.AnnotationComment).
inline constexpr std::string_view kCommentAnnotation = "comment";
inline constexpr std::string_view kCodeAnnotation = "template/code";
inline constexpr std::string_view kValueAnnotation = "template/value";
inline constexpr std::string_view kKeyOverrideAnnotation = "yaml/map-key-override";
inline constexpr std::string_view kTextTemplatedAnnotation = "yaml/text-templated-strings";

}  // namespace kval::templating
