#include "src/cli/lsp_completion.h"

#include <algorithm>
#include <set>

#include "schemas/crd_catalog/crd_catalog.h"
#include "schemas/kubernetes/api_table.h"
#include "src/cli/kubernetes_hover.h"
#include "src/support/ascii.h"

namespace kval::cli {
namespace {

using lsp::CompletionContext;
using lsp::CompletionItem;
using lsp::CompletionItemKind;
using schemas::kubernetes::Api;
using schemas::kubernetes::ApiTable;

// Title and text in Markdown.
std::string Described(const api::KeyInfo& key) {
  return key.title + (key.title.empty() || key.text.empty() ? "" : "\n\n") + key.text;
}

// The text that replaces a key's word: with the colon, and what follows it.
std::string KeyText(const CompletionContext& typed, const api::KeyInfo& key) {
  if (typed.has_colon || typed.quote != 0) {
    return key.key;
  }
  if (typed.is_flow) {
    return key.key + ": " + key.default_value;
  }
  std::string text = key.key + ":";
  for (const char c : key.skeleton) {
    text += c;
    text += c == '\n' ? std::string(typed.indentation, ' ') : "";
  }
  return text;
}

// Keys that are not there yet, and the one that is being typed.
void AddKeys(const CompletionContext& typed, const api::SchemaInfo& info,
             std::vector<CompletionItem>& items) {
  const std::string now = info.path.empty() ? std::string() : info.path.back().key;
  for (const api::KeyInfo& key : info.sibling_keys) {
    if (!key.is_present || key.key == now) {
      items.push_back({key.key, KeyText(typed, key), CompletionItemKind::kProperty, key.is_required, key.type,
                       Described(key)});
    }
  }
}

// The text that replaces a value's word. Within quotes only strings are possible, without their quotes.
std::optional<std::string> ValueText(const CompletionContext& typed, const std::string& value) {
  const bool is_quoted = value.size() > 1 && (value.front() == '"' || value.front() == '\'');
  if (typed.quote == 0) {
    return (typed.needs_blank ? " " : "") + value;
  }
  if (is_quoted && value.find_first_of("\\'\"", 1) != value.size() - 1) {
    return std::nullopt;  // it would have to be escaped in another way
  }
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

void AddValue(const CompletionContext& typed, const std::string& value, CompletionItemKind kind,
              const std::string& detail, std::vector<CompletionItem>& items) {
  if (const std::optional<std::string> text = ValueText(typed, value)) {
    items.push_back({value, *text, kind, false, detail, {}});
  }
}

void AddValues(const CompletionContext& typed, const api::SchemaInfo& info,
               std::vector<CompletionItem>& items) {
  const std::vector<std::string>& allowed = info.allowed_values;
  for (const std::string& value : allowed) {
    AddValue(typed, value, CompletionItemKind::kEnumMember, value == info.default_value ? "default" : "",
             items);
  }
  if (!info.default_value.empty() &&
      std::find(allowed.begin(), allowed.end(), info.default_value) == allowed.end()) {
    AddValue(typed, info.default_value, CompletionItemKind::kValue, "default", items);
  }
}

// The APIs of the newest version that a resource with these fields can have; empty fields are not known.
std::vector<Api> MatchingApis(const ApiTable& table, std::string_view api_version, std::string_view kind) {
  std::vector<Api> apis = table.Apis();
  std::erase_if(apis, [&](const Api& api) {
    const bool is_list = api.kind.ends_with("List") && api.kind != "List";  // only servers write them
    return is_list || (!api_version.empty() && api.api_version != api_version) ||
           (!kind.empty() && api.kind != kind) ||
           table.FindKind(api.api_version, api.kind, table.newest()) == nullptr;
  });
  return apis;
}

// Kinds and API versions of the custom resources of well-known operators, once a group or a kind is written.
void AddCatalogValues(const CompletionContext& typed, const ResourceField& field,
                      std::set<std::string>& values, std::vector<CompletionItem>& items) {
  const bool is_kind = field.key == "kind";
  if (is_kind ? field.api_version.empty() : field.key != "apiVersion" || field.kind.empty()) {
    return;
  }
  const schemas::crd_catalog::CatalogIndex index;
  for (const schemas::crd_catalog::CatalogEntry& entry : index.All()) {
    const bool is_match = is_kind ? entry.api_version == field.api_version : entry.kind == field.kind;
    const std::string value(is_kind ? entry.kind : entry.api_version);
    if (is_match && values.insert(value).second) {
      AddValue(typed, value, CompletionItemKind::kEnumMember, std::string(entry.release), items);
    }
  }
}

}  // namespace

void AddSchemaCompletions(const CompletionContext& typed, const api::SchemaInfo& info,
                          std::vector<CompletionItem>& items) {
  const bool is_key = typed.part == CompletionContext::Part::kKey;
  // Elsewhere the word is no entry, but a line of a text.
  if (is_key && info.key && info.key.begin == typed.at) {
    AddKeys(typed, info, items);
  } else if (!is_key && info.value.begin == typed.at) {
    AddValues(typed, info, items);
  }
}

void AddResourceCompletions(const CompletionContext& typed, const Limits& limits,
                            std::vector<CompletionItem>& items) {
  const std::optional<ResourceField> field = FindResourceField(typed.completed_text, typed.at, limits);
  if (!field) {
    return;
  }
  const ApiTable table = ApiTable::Builtin();
  if (typed.part == CompletionContext::Part::kKey) {
    const bool is_known = !MatchingApis(table, field->api_version, field->kind).empty() &&
                          !field->api_version.empty() && !field->kind.empty();
    for (const char* key : {"apiVersion", "kind", "metadata"}) {
      if (!is_known && !field->keys.contains(key)) {
        items.push_back({key,
                         key + std::string(typed.has_colon ? "" : ": "),
                         CompletionItemKind::kProperty,
                         true,
                         {},
                         {}});
      }
    }
    return;
  }
  std::set<std::string> values;
  if (field->key == "kind") {
    for (const Api& api : MatchingApis(table, field->api_version, {})) {
      if (values.insert(std::string(api.kind)).second) {
        AddValue(typed, std::string(api.kind), CompletionItemKind::kEnumMember, std::string(api.api_version),
                 items);
      }
    }
  } else if (field->key == "apiVersion") {
    for (const Api& api : MatchingApis(table, {}, field->kind)) {
      if (values.insert(std::string(api.api_version)).second) {
        AddValue(typed, std::string(api.api_version), CompletionItemKind::kEnumMember, {}, items);
      }
    }
  }
  AddCatalogValues(typed, *field, values, items);
}

std::optional<DataValuesWord> FindDataValuesWord(std::string_view text, size_t at) {
  constexpr std::string_view kMark = "#@";
  constexpr std::string_view kValues = "data.values.";
  const size_t before = text.substr(0, at).rfind('\n');
  const size_t line = before == std::string_view::npos ? 0 : before + 1;
  const auto is_name = [](char c) { return IsAlnum(c) || c == '_'; };
  size_t first = at;
  while (first > line && (is_name(text[first - 1]) || text[first - 1] == '.')) {
    --first;
  }
  const std::string_view path = text.substr(first, at - first);
  if (!path.starts_with(kValues) || text.substr(line, first - line).find(kMark) == std::string_view::npos) {
    return std::nullopt;
  }
  DataValuesWord word;
  word.begin = word.end = at;
  while (is_name(text[word.begin - 1])) {
    --word.begin;
  }
  while (word.end < text.size() && is_name(text[word.end])) {
    ++word.end;
  }
  std::string indentation;
  for (size_t name = first + kValues.size(); name < word.begin;) {
    const size_t dot = text.find('.', name);
    word.document += indentation + std::string(text.substr(name, dot - name)) + ":\n";
    indentation += "  ";
    name = dot + 1;
  }
  word.at = word.document.size() + indentation.size();
  word.document += indentation + "_:\n";
  return word;
}

void AddDataValues(const api::SchemaInfo& info, std::vector<CompletionItem>& items) {
  for (const api::KeyInfo& key : info.sibling_keys) {
    const bool is_name =
        std::all_of(key.key.begin(), key.key.end(), [](char c) { return IsAlnum(c) || c == '_'; });
    if (is_name && !key.is_present) {
      items.push_back({key.key, key.key, CompletionItemKind::kProperty, false, key.type, Described(key)});
    }
  }
}

}  // namespace kval::cli
