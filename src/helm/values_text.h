#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/helm/context.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

// YAML as Helm reads it: sigs.k8s.io/yaml (go-yaml v2, then JSON, then Go's encoding/json).
namespace kval::helm {

// The author of a text. For the user's, values that Helm silently ignores are reported.
enum class Author : uint8_t { kUser, kChart };

// Returns the first document of a file; ignores others. Null after reporting an error; a null value for an
// empty file.
const value::Value* ReadFirstDocument(const source::SourceFile& file, Author author, HelmContext& context);

// Returns all documents of a file; empty after reporting an error.
std::vector<const value::Value*> ReadDocuments(const source::SourceFile& file, HelmContext& context);

// Parsed values. If Helm rejects the file, which is reported, `table` contains the readable parts, with gaps
// for unknown ones; null if the file is not a map.
struct ReadTable {
  Table* table = nullptr;
  bool is_whole = true;     // Helm takes them
  source::Span place = {};  // of the user's values: where the last file of them begins
};

// Parses values; an empty file gives an empty table. Helm 4 merges all documents, Helm 3 uses the first.
// Every number is a 64-bit float and every key a string; the last of several equal keys wins.
ReadTable ReadValues(const source::SourceFile& file, Author author, HelmContext& context);

// The same for a parsed value, for example of a `valuesObject`. `what` completes "… must be a map".
ReadTable ValuesOf(const value::Value& root, std::string_view what, Author author, HelmContext& context);

}  // namespace kval::helm
