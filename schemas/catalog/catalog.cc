#include "schemas/catalog/catalog.h"

#include <algorithm>
#include <optional>

#include "schemas/catalog/embedded.h"
#include "schemas/catalog/path_match.h"

namespace kval::schemas::catalog {
namespace {

constexpr std::string_view kPrefix = "builtin:";

constexpr BuiltinSchema kSchemas[] = {
#define KVAL_BUILTIN_SCHEMA(name, title, licence, yaml, keys, patterns, addresses) \
  {name, title, licence, yaml, keys, patterns, addresses},
#include "schemas/catalog/schemas.def"
#undef KVAL_BUILTIN_SCHEMA
};

// Calls `test` with each word until it returns true.
template <typename Test>
bool AnyWord(std::string_view list, const Test& test) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (test(list.substr(0, end))) {
      return true;
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// An address as in schemas.def.
std::string NormalAddress(std::string_view uri) {
  constexpr std::string_view kStore = "schemastore.org/";
  constexpr std::string_view kSourcesOfStore[] = {
      "raw.githubusercontent.com/SchemaStore/schemastore/master/src/schemas/json/",
      "raw.githubusercontent.com/SchemaStore/schemastore/main/src/schemas/json/"};
  uri = uri.substr(0, uri.find_first_of("?#"));
  for (const std::string_view prefix : {"https://", "http://", "www.", "json."}) {
    uri.remove_prefix(uri.starts_with(prefix) ? prefix.size() : 0);
  }
  uri.remove_suffix(uri.ends_with(".json") ? std::string_view(".json").size() : 0);
  for (const std::string_view source : kSourcesOfStore) {
    if (uri.starts_with(source)) {
      return std::string(kStore) + std::string(uri.substr(source.size()));
    }
  }
  return std::string(uri);
}

template <typename Test>
const BuiltinSchema* FindIf(const Test& test) {
  const auto* const found = std::find_if(std::begin(kSchemas), std::end(kSchemas), test);
  return found == std::end(kSchemas) ? nullptr : found;
}

}  // namespace

std::span<const BuiltinSchema> All() {
  return kSchemas;
}

const BuiltinSchema* FindByName(std::string_view name) {
  return FindIf([&](const BuiltinSchema& schema) { return schema.name == name; });
}

const BuiltinSchema* FindByFile(std::string_view path,
                                const std::function<bool(std::string_view key)>& has_key) {
  const auto matches = [&](std::string_view pattern) { return MatchAtAnyDepth(pattern, path).has_value(); };
  return FindIf([&](const BuiltinSchema& schema) {
    return AnyWord(schema.patterns, matches) && (schema.keys.empty() || AnyWord(schema.keys, has_key));
  });
}

std::string PatternFor(const BuiltinSchema& schema, std::string_view path) {
  std::string found;
  AnyWord(schema.patterns, [&](std::string_view pattern) {
    const std::optional<std::string_view> directory = MatchAtAnyDepth(pattern, path);
    found = directory ? std::string(*directory).append(pattern) : std::string();
    return directory.has_value();
  });
  return found;
}

const BuiltinSchema* FindByAddress(std::string_view uri) {
  if (uri.find("://") == std::string_view::npos) {
    return nullptr;
  }
  const std::string normal = NormalAddress(uri);
  return FindIf([&](const BuiltinSchema& schema) {
    return AnyWord(schema.addresses, [&](std::string_view address) { return address == normal; });
  });
}

std::string PathOf(const BuiltinSchema& schema) {
  return std::string(kPrefix) + std::string(schema.name);
}

bool IsBuiltinPath(std::string_view path) {
  return path.starts_with(kPrefix);
}

const BuiltinSchema* FindByPath(std::string_view path) {
  return IsBuiltinPath(path) ? FindByName(path.substr(kPrefix.size())) : nullptr;
}

std::string DisplayName(const BuiltinSchema& schema) {
  return "<built-in schema " + std::string(schema.name) + ">";
}

std::string TextOf(const BuiltinSchema& schema) {
  return embedded::Decompress(EmbeddedSchema(static_cast<size_t>(&schema - kSchemas)));
}

std::vector<std::string_view> Words(std::string_view list) {
  std::vector<std::string_view> words;
  AnyWord(list, [&](std::string_view word) {
    words.push_back(word);
    return false;
  });
  return words;
}

std::string MarkdownTable() {
  const auto joined = [](std::string_view list, const char* separator) {
    std::string text;
    for (const std::string_view word : Words(list)) {
      text.append(text.empty() ? "`" : separator + std::string("`")).append(word).append("`");
    }
    return text;
  };
  std::string table = "| name | files | licence |\n|---|---|---|\n";
  for (const BuiltinSchema& schema : All()) {
    table.append("| `").append(schema.name).append("` | ").append(joined(schema.patterns, ", "));
    table += schema.keys.empty() ? "" : " with " + joined(schema.keys, " or ");
    table.append(" | ").append(schema.licence).append(" |\n");
  }
  return table;
}

}  // namespace kval::schemas::catalog
