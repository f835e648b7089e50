#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/driver/libraries/library.h"

namespace kval::driver {

// Whether a path matches the pattern of a file mark: the first `**/*` matches anything, the first other `*`
// anything without `/`.
bool MarkMatches(std::string_view pattern, std::string_view path);

// Applies `--file-mark path:key=value`: `path=NEW`, `exclude=true`,
// `type=yaml-template|yaml-plain|text-template|text-plain|starlark|data`, `for-output=true`,
// `exclusive-for-output=true`. Marks select files by their original path. Removes excluded files. Errors:
// reported (KV003); returns false. Source: ytt pkg/cmd/template/file_marks.go.
bool ApplyFileMarks(const std::vector<std::string>& marks, std::vector<std::unique_ptr<LibraryFile>>& files,
                    diag::Emitter& emit);

}  // namespace kval::driver
