#include "src/driver/inputs/header_places.h"

#include <algorithm>
#include <string_view>

#include "annotations/data/specs.h"
#include "src/source/word_search.h"
#include "src/templating/node_table.h"

namespace kval::driver {
namespace {

using annotations::kDataValues;
using annotations::kDataValuesSchema;
using diag::Def;

constexpr Def<> kBothHeaders{diag::Kind::kConflictingAnnotations,
                             "a document cannot be both a schema and data values"};
constexpr Def<std::string_view> kNotADocument{diag::Kind::kMisplacedAnnotation,
                                              "`@{}` can only stand on a document"};
constexpr Def<std::string_view> kNoDocument{diag::Kind::kMisplacedAnnotation, "no document follows `@{}`"};
constexpr Def<std::string_view> kTwice{diag::Kind::kMisplacedAnnotation,
                                       "`@{}` may stand on a document only once"};

bool IsInPlace(const source::SourceFile& source, const templating::NodeTable& table,
               const templating::Node& node, std::string_view name, diag::Emitter& emit) {
  bool seen = false;
  for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
    const templating::Meta& meta = table.metas[i];
    if (meta.kind != templating::MetaKind::kAnnotation || source.Text(meta.name) != name) {
      continue;
    }
    if (node.kind != templating::NodeKind::kDocument) {
      emit.Report(meta.name, kNotADocument, name)
          .Related(node.at, "it stands on this")
          .Hint("write it on a line above the `---` that begins the document")
          .Emit();
      return false;
    }
    if (seen) {
      emit.Report(meta.name, kTwice, name).Emit();
      return false;
    }
    seen = true;
  }
  return true;
}

bool IsOneHeader(const source::SourceFile& source, const templating::NodeTable& table,
                 const templating::Node& node, diag::Emitter& emit) {
  source::Span values, schema;
  for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
    if (table.metas[i].kind != templating::MetaKind::kAnnotation) {
      continue;
    }
    const std::string_view name = source.Text(table.metas[i].name);
    if (name == kDataValues.name || name == kDataValuesSchema.name) {
      (name == kDataValues.name ? values : schema) = table.metas[i].name;
    }
  }
  if (!values.has_value() || !schema.has_value()) {
    return true;
  }
  emit.Report(std::max(values, schema, [](auto a, auto b) { return a.begin < b.begin; }), kBothHeaders)
      .Related(std::min(values, schema, [](auto a, auto b) { return a.begin < b.begin; }), "said here")
      .Hint("remove one of them, or begin a document of its own with `---`, in another file")
      .Emit();
  return false;
}

bool HasContent(const templating::NodeTable& table) {
  return std::any_of(table.nodes.begin(), table.nodes.end(), [](const templating::Node& node) {
    return node.is_item() &&
           (node.kind != templating::NodeKind::kDocument || node.value->kind != value::Kind::kNull);
  });
}

// Behind the last node ytt makes an empty document of them: no schema, and values that no other document of
// the file may stand beside.
bool IsOfSomeDocument(const source::SourceFile& source, const templating::NodeTable& table,
                      const templating::Meta& meta, diag::Emitter& emit) {
  if (meta.kind != templating::MetaKind::kAnnotation) {
    return true;
  }
  const std::string_view name = source.Text(meta.name);
  const bool is_schema = name == kDataValuesSchema.name;
  if (!is_schema && (name != kDataValues.name || !HasContent(table))) {
    return true;
  }
  emit.Report(meta.name, kNoDocument, name)
      .Label("it stands behind the last node of the file")
      .Hint("write it on a line above the `---` that begins the document")
      .Emit();
  return false;
}

}  // namespace

bool HeadersAreInPlace(const yaml::File& file, diag::Emitter& emit) {
  if (!source::HasWord(*file.source, kDataValues.name)) {
    return true;
  }
  const templating::NodeTable table = templating::BuildNodeTable(file);
  bool ok = true;
  for (const templating::Node& node : table.nodes) {
    for (std::string_view name : {kDataValues.name, kDataValuesSchema.name}) {
      ok = IsInPlace(*file.source, table, node, name, emit) && ok;
    }
    ok = IsOneHeader(*file.source, table, node, emit) && ok;
  }
  for (const templating::Meta& meta : table.leftovers) {
    ok = IsOfSomeDocument(*file.source, table, meta, emit) && ok;
  }
  return ok;
}

}  // namespace kval::driver
