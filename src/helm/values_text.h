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
const value::Value* ReadFirstDocument(const source::SourceFile& file, Author author, Context& context);

// Returns all documents of a file; empty after reporting an error.
std::vector<const value::Value*> ReadDocuments(const source::SourceFile& file, Context& context);

// Values as they were read. Of a text that Helm refuses, which was reported, `table` holds what could be
// read, with gaps where something is not known; it is null where the text is no map.
struct ReadTable {
  Table* table = nullptr;
  bool is_whole = true;     // Helm takes them
  source::Span place = {};  // of the user's values: where the last file of them begins
};

// Values: a table, an empty one when there is nothing; of Helm 4 of all documents, of Helm 3 of the first.
// Every number is a float of 64 bits, every key a string, the last of several equal keys counts.
ReadTable ReadValues(const source::SourceFile& file, Author author, Context& context);

// The same for a value that was read already, of a `valuesObject` for one. `what` completes "… must be a
// map".
ReadTable ValuesOf(const value::Value& root, std::string_view what, Author author, Context& context);

}  // namespace kval::helm
