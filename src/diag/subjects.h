#pragma once

#include <string_view>

// Subjects of findings (Diagnostic::subject) that other components recognize.
namespace kval::diag {

// The strings of these findings are fixed text and names of files, so that they reveal no value.
inline constexpr std::string_view kChartWithoutSchema = "chart without a schema";

}  // namespace kval::diag
