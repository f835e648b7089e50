#include "src/driver/inputs/header_placement.h"

#include <algorithm>
#include <string_view>

#include "annotations/data/specs.h"
#include "src/source/quick_contains.h"
#include "src/templating/node_table.h"

namespace kval::driver {
namespace {

using annotations::kDataValues;
using annotations::kDataValuesSchema;
using diag::Def;

constexpr Def<> kBothHeaders{diag::Kind::kConflictingAnnotations,
                             "a document cannot be both a schema and data values"};
constexpr Def<std::string_view> kNotADocument{diag::Kind::kMisplacedAnnotation,
                                              "`@{}` applies only to a document"};
constexpr Def<std::string_view> kNoDocument{diag::Kind::kMisplacedAnnotation, "no document follows `@{}`"};
constexpr Def<std::string_view> kTwice{diag::Kind::kMisplacedAnnotation,
                                       "`@{}` is repeated on this document"};

bool IsInPlace(const source::SourceFile& source, const templating::NodeTable& table,
               const templating::TemplateNode& node, std::string_view name, diag::Emitter& emit) {
  bool seen = false;
  for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
    const templating::TemplateComment& meta = table.comments[i];
    if (meta.kind != templating::TemplateCommentKind::kAnnotation || source.Text(meta.name) != name) {
      continue;
    }
    if (node.kind != templating::TemplateNodeKind::kDocument) {
      emit.Report(meta.name, kNotADocument, name)
          .Related(node.at, "it is on this node")
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
                 const templating::TemplateNode& node, diag::Emitter& emit) {
  source::Span values, schema;
  for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
    if (table.comments[i].kind != templating::TemplateCommentKind::kAnnotation) {
      continue;
    }
    const std::string_view name = source.Text(table.comments[i].name);
    if (name == kDataValues.name || name == kDataValuesSchema.name) {
      (name == kDataValues.name ? values : schema) = table.comments[i].name;
    }
  }
  if (!values.has_value() || !schema.has_value()) {
    return true;
  }
  emit.Report(std::max(values, schema, [](auto a, auto b) { return a.begin < b.begin; }), kBothHeaders)
      .Related(std::min(values, schema, [](auto a, auto b) { return a.begin < b.begin; }),
               "the other one is here")
      .Hint("remove one of them, or put the data values in a separate file")
      .Emit();
  return false;
}

bool HasContent(const templating::NodeTable& table) {
  return std::any_of(table.nodes.begin(), table.nodes.end(), [](const templating::TemplateNode& node) {
    return node.is_item() &&
           (node.kind != templating::TemplateNodeKind::kDocument || node.value->kind != value::Kind::kNull);
  });
}

// After the last node ytt adds an empty document for them: it is no schema, and data values that ytt rejects
// next to the other documents of the file.
bool IsOfSomeDocument(const source::SourceFile& source, const templating::NodeTable& table,
                      const templating::TemplateComment& meta, diag::Emitter& emit) {
  if (meta.kind != templating::TemplateCommentKind::kAnnotation) {
    return true;
  }
  const std::string_view name = source.Text(meta.name);
  const bool is_schema = name == kDataValuesSchema.name;
  if (!is_schema && (name != kDataValues.name || !HasContent(table))) {
    return true;
  }
  emit.Report(meta.name, kNoDocument, name)
      .Label("it comes after the last node of the file")
      .Hint("write it on a line above the `---` that begins the document")
      .Emit();
  return false;
}

}  // namespace

HeaderPlacement CheckHeaderPlacement(const yaml::File& file, diag::Emitter& emit) {
  if (!source::QuickContains(*file.source, kDataValues.name)) {
    return HeaderPlacement::kValid;
  }
  const templating::NodeTable table = templating::BuildNodeTable(file);
  bool values_ok = true, schemas_ok = true;
  for (const templating::TemplateNode& node : table.nodes) {
    values_ok = IsInPlace(*file.source, table, node, kDataValues.name, emit) && values_ok;
    schemas_ok = IsInPlace(*file.source, table, node, kDataValuesSchema.name, emit) && schemas_ok;
    schemas_ok = IsOneHeader(*file.source, table, node, emit) && schemas_ok;
  }
  for (const templating::TemplateComment& meta : table.leftovers) {
    const bool is_schema = meta.kind == templating::TemplateCommentKind::kAnnotation &&
                           file.source->Text(meta.name) == kDataValuesSchema.name;
    bool& ok = is_schema ? schemas_ok : values_ok;
    ok = IsOfSomeDocument(*file.source, table, meta, emit) && ok;
  }
  return !schemas_ok ? HeaderPlacement::kMisplacedSchema
         : values_ok ? HeaderPlacement::kValid
                     : HeaderPlacement::kMisplacedValues;
}

}  // namespace kval::driver
