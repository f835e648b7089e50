#pragma once

#include "src/yaml/reader.h"

namespace kval::yaml {

// Whether spaces after the last line break of the file are a line of a block scalar (as in libyaml).
enum class LastLine : uint8_t { kCounts, kIsNone };

// The implementation of DecodeScalar (reader.h) for performance-critical code.
std::string_view DecodeScalar(const Event& event, const source::SourceFile& file, std::string& scratch,
                              LastLine last);

}  // namespace kval::yaml
