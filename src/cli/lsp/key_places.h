#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "src/cli/lsp/open_document.h"
#include "src/lsp/schema_query.h"
#include "src/lsp/structure/text_tree.h"
#include "src/support/result.h"

namespace kval::cli {

// A place where the name of a key or anchor is written, in a file by its absolute path.
struct KeyPlace {
  std::string path;
  lsp::ByteRange range;  // a key with its quotes; other names without `&`, `*`, quotes
  bool is_declaration = false;
  bool is_code = false;  // in an action of a Helm template
};

enum class PlaceKind : uint8_t {
  kKey,
  kAnchor,
  kTemplate,       // the name of a template of a Helm chart
  kCode,           // a name of KCL code
  kTemplateValue,  // a key of a chart's values that its templates read
};

// All places of a key: its declarations in schemas, and the values that these declare, in all files of the
// checks that the document is a part of. Or all places of an anchor or of a name in Helm templates.
struct KeyPlaces {
  std::string name;
  PlaceKind kind = PlaceKind::kKey;
  lsp::ByteRange here;                       // in the document
  std::vector<KeyPlace> places;              // sorted by path and range, each once
  std::map<std::string, std::string> texts;  // of all files that were read, by path
  bool is_in_chart = false;                  // templates of a Helm chart may read the key
  std::string obstacle;                      // why the key cannot be renamed; empty: it can
};

// Sorts places by path and range, and removes repeated ones.
void SortPlaces(std::vector<KeyPlace>& places);

// Returns a failure if there is no key with a schema and no anchor at the position. The document need not be
// open.
Result<KeyPlaces> FindKeyPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                const ProcessEnvironment& environment);

}  // namespace kval::cli
