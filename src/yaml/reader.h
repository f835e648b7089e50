#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/source/source_file.h"
#include "src/support/limits.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Turns a text into events. One pass, linear in the text, never recursive. Never fails: what is wrong with
// the text is in EventStream::faults, and the events give what could be read all the same. After a fault
// that leaves the structure unclear, reading resumes at a line that fits an open collection or at the next
// document.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual EventStream Read(const source::SourceFile& file, const Limits& limits) const = 0;
  EventStream Read(const source::SourceFile& file) const { return Read(file, Limits{}); }
};

// kval's own reader: YAML 1.2.2 with the leniencies of go-yaml that README.md lists.
const Reader& NativeReader();
// The reader on yaml-cpp's events: the independent reference. It accepts some texts that are not YAML.
const Reader& YamlCppReader();

// The content of a scalar event: without quotes, escapes resolved, lines folded, chomped. The result is a
// view of the file's text where the content stands there as it is, else of `scratch`.
std::string_view DecodeScalar(const Event& event, const source::SourceFile& file, std::string& scratch);

}  // namespace kval::yaml
