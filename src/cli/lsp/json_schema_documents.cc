#include "src/cli/lsp/json_schema_documents.h"

#include <optional>
#include <utility>

#include "src/cli/lsp/completion.h"
#include "src/driver/inputs/document_class.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::cli {
namespace {

struct Keyword {
  std::string_view name;
  int first, last;
  std::string_view description, schema;
};

constexpr Keyword kKeywords[] = {
#define KVAL_KEYWORD(name, first, last, description, schema) {name, first, last, description, schema},
#include "src/cli/lsp/json_schema_keywords.def"
#undef KVAL_KEYWORD
};

// The content of `$schema` at the top of a text; empty if there is none.
std::string DialectOf(std::string_view text) {
  if (text.find("$schema") == std::string_view::npos) {
    return {};
  }
  const lsp::TextTree tree(text);
  constexpr size_t kRoot = 1;
  const std::optional<size_t> value =
      tree.nodes().size() > kRoot && tree.nodes()[kRoot].kind == lsp::NodeKind::kMapping
          ? tree.Find(kRoot, "$schema")
          : std::nullopt;
  return value ? tree.ContentOf(*value) : std::string();
}

int DraftOf(std::string_view dialect) {
  constexpr std::pair<std::string_view, int> kDrafts[] = {
      {"draft-04", 4}, {"draft-06", 6}, {"draft-07", 7}, {"2019-09", 19}};
  for (const auto& [name, draft] : kDrafts) {
    if (dialect.find(name) != std::string_view::npos) {
      return draft;
    }
  }
  return 20;
}

}  // namespace

bool IsJsonSchema(std::string_view text, std::string_view name) {
  return driver::HasJsonSchemaName(name) || driver::IsDraftName(DialectOf(text));
}

std::string SchemaOfJsonSchemas(std::string_view text) {
  const int draft = DraftOf(DialectOf(text));
  std::string properties;
  for (const Keyword& keyword : kKeywords) {
    if (keyword.first <= draft && draft <= keyword.last) {
      properties.append(properties.empty() ? "" : ", ").append("\"").append(keyword.name);
      properties.append("\": {\"description\": \"").append(keyword.description).append("\"");
      properties.append(keyword.schema.empty() ? "" : ", ").append(keyword.schema).append("}");
    }
  }
  return R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": ["object", "boolean"], )"
         R"("properties": {)" +
         properties + "}}";
}

void AddSchemaReferences(const lsp::CompletionContext& typed, std::vector<lsp::CompletionItem>& items) {
  const lsp::TextTree tree(typed.completed_text);
  const std::optional<size_t> node = tree.NodeAt(typed.at);
  const bool is_reference = typed.part == lsp::CompletionContext::Part::kValue && node &&
                            tree.nodes()[*node].role == lsp::NodeRole::kValue &&
                            tree.ContentOf(tree.nodes()[*node].key) == "$ref";
  constexpr size_t kRoot = 1;
  if (!is_reference || tree.nodes()[kRoot].kind != lsp::NodeKind::kMapping) {
    return;
  }
  for (const std::string key : {"$defs", "definitions"}) {
    const std::optional<size_t> schemas = tree.Find(kRoot, key);
    if (!schemas || tree.nodes()[*schemas].kind != lsp::NodeKind::kMapping) {
      continue;
    }
    tree.ForEachChild(*schemas, [&](size_t name) {
      AddValue(typed, "\"#/" + key + "/" + tree.ContentOf(name) + "\"", lsp::CompletionItemKind::kReference,
               {}, items);
    });
  }
}

}  // namespace kval::cli
