#pragma once

#include <string>
#include <string_view>

#include "src/source/source_file.h"
#include "src/support/limits.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Converts YAML to events in one linear, non-recursive pass. Never fails: errors are in EventStream::errors,
// and the events contain the readable rest. After an error that leaves the structure unclear, reading resumes
// at a line that fits an open collection or at the next document.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual EventStream Read(const source::SourceFile& file, const Limits& limits) const = 0;
  EventStream Read(const source::SourceFile& file) const { return Read(file, Limits{}); }
};

// kval's own reader: YAML 1.2.2 with the leniencies of go-yaml that README.md lists.
const Reader& NativeReader();
// The reader based on yaml-cpp's events: the independent reference. It accepts some invalid YAML.
const Reader& YamlCppReader();

// Decodes a scalar event: removes quotes, resolves escapes, folds and chomps lines. Returns a view of the
// file's text if it is verbatim, else of `scratch`.
std::string_view DecodeScalar(const Event& event, const source::SourceFile& file, std::string& scratch);

}  // namespace kval::yaml
