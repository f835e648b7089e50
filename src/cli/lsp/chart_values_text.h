#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/api/schema_info.h"
#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/document_schema.h"
#include "src/lsp/open_documents.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::cli {

// A path below `.Values`: names of keys, and `[]` for any item of a list or value of a map.
using ValuesPath = std::span<const std::string_view>;

// Returns the names with dots between them: `a.b[].c`.
std::string DottedPath(ValuesPath path);

// The own values of a chart (values.yaml), described by their comments and by the chart's schema.
class ChartValuesText {
 public:
  ChartValuesText(ChartTexts& chart, const OpenDocuments& opened, const ProcessEnvironment& environment);

  // The absolute path of values.yaml, which need not exist.
  const std::string& path() const { return path_; }
  // Describes a value for a hover, in Markdown; empty if neither values.yaml nor the schema has it.
  std::string Hover(ValuesPath path);
  // Describes the keys of the map at a path: those of values.yaml in its order, then those that only the
  // schema has.
  std::vector<api::KeyInfo> KeysBelow(ValuesPath path);
  // Describes the values that the schema allows at a path, and the one of values.yaml, for their completion.
  // `info.value` is not set.
  api::SchemaInfo ValuesAt(ValuesPath path);
  // The paths of the scalars of values.yaml, as `--set` writes them, in its order; at most 2,000. Without
  // those in lists, and keys with dots. `booleans`: only of booleans.
  std::vector<std::string> ScalarPaths(bool booleans = false) const;
  // The place of a key in values.yaml; nullopt if it is not there.
  std::optional<lsp::TextRange> KeyRange(ValuesPath path) const;

 private:
  std::optional<size_t> Find(ValuesPath path) const;
  std::optional<size_t> KeyOf(size_t value) const;
  std::string TypeOf(size_t value) const;
  std::string ScalarText(size_t value) const;
  std::string DefaultText(size_t value) const;
  api::SchemaInfo InfoOf(ValuesPath path, api::SchemaInfoUse use = api::SchemaInfoUse::kHover);

  std::string path_;
  const std::string* text_;  // null if the chart has none
  std::optional<lsp::TextTree> tree_;
  DocumentSchema schema_;
  bool is_compiled_ = false;
};

}  // namespace kval::cli
