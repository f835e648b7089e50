#pragma once

#include <string>

#include "src/diag/collector.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

namespace kval::yaml {

// Returns a value on one line: `{a: 1, b: ["x"]}`. Strings are always double-quoted.
std::string Flat(const value::Value& value);
// Returns the diagnostics, one per line: `1:5 KV110 message`.
std::string Errors(const source::SourceMap& sources, const diag::Collector& collector);

// A parsed YAML file with its arena, sources and diagnostics.
struct Reading {
  explicit Reading(std::string text, ReadOptions options = {});
  std::string values() const;  // of all documents, separated by ` --- `
  std::string errors() const { return Errors(sources, collector); }
  std::string_view Text(source::Span span) const { return sources.Text(span); }

  source::SourceMap sources;
  Arena arena;
  diag::Collector collector;
  diag::Emitter emit{&collector};
  File file;
};

}  // namespace kval::yaml
