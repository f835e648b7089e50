#pragma once

#include <string>
#include <string_view>

#include "src/diag/emitter.h"

namespace kval::helm {

// Whether Helm would fetch it (`http://…`, `https://…`, `oci://…`). kval never does.
bool IsRemote(std::string_view path);
void ReportRemote(source::Span at, std::string_view path, diag::Emitter& emit);

// `-`, also with surrounding spaces, is standard input (helm pkg/cli/values readFile).
std::string StandardInputOr(std::string_view path);

}  // namespace kval::helm
