#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/catalog/catalog.h"
#include "schemas/crd_catalog/crd_catalog.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/usage.h"
#include "src/report/json_writer.h"
#include "src/support/edit_distance.h"
#include "src/types/type.h"

namespace kval::cli {
namespace {

namespace catalog = schemas::catalog;
namespace crd_catalog = schemas::crd_catalog;

struct SchemasState {
  std::string format = "text";
  std::string name;
  CommandApp* list = nullptr;
};

void WriteText(std::string& out) {
  size_t width = 0;
  for (const catalog::BuiltinSchema& schema : catalog::All()) {
    width = std::max(width, schema.name.size());
  }
  for (const catalog::BuiltinSchema& schema : catalog::All()) {
    out += std::string(schema.name) + std::string(width + 2 - schema.name.size(), ' ') +
           std::string(schema.patterns) + "\n";
  }
  out += "\nCustom resources of Kubernetes operators (`kval k8s schemas` lists the kinds):\n";
  std::map<std::string_view, std::vector<std::string_view>> groups;
  const crd_catalog::CatalogIndex index;
  for (const crd_catalog::CatalogEntry& entry : index.All()) {
    std::vector<std::string_view>& of_release = groups[entry.release];
    const std::string_view group = entry.api_version.substr(0, entry.api_version.find('/'));
    if (of_release.empty() || of_release.back() != group) {
      of_release.push_back(group);
    }
    width = std::max(width, entry.release.size());
  }
  for (const auto& [release, names] : groups) {
    out += std::string(release) + std::string(width + 1 - release.size(), ' ');
    for (const std::string_view name : names) {
      out += " " + std::string(name);
    }
    out += "\n";
  }
}

void WriteList(report::JsonWriter& json, std::string_view key, std::string_view list) {
  json.Key(key).BeginArray();
  for (const std::string_view word : catalog::Words(list)) {
    json.String(word);
  }
  json.EndArray();
}

void WriteJson(std::string& out) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kIndented);
  json.BeginArray();
  for (const catalog::BuiltinSchema& schema : catalog::All()) {
    json.BeginObject().Field("name", schema.name).Field("title", schema.title);
    json.Field("path", catalog::PathOf(schema)).Field("licence", schema.licence);
    WriteList(json, "patterns", schema.patterns);
    WriteList(json, "keys", schema.keys);
    json.EndObject();
  }
  json.EndArray();
  out += json.Take();
}

int List(const SchemasState& state, CommandOutput& output) {
  std::string message;
  if (!IsChoice("-o", state.format, {"text", "json", "markdown"}, message)) {
    return ReportUsageError(output, message);
  }
  if (state.format == "markdown") {
    output.out += catalog::MarkdownTable();
  } else {
    state.format == "json" ? WriteJson(output.out) : WriteText(output.out);
  }
  return kOk;
}

// Returns the schema of a custom resource, `cert-manager.io/v1/Certificate`; empty if the catalogue has none.
std::string CustomResourceSchema(const std::string& name) {
  const size_t slash = name.rfind('/');
  if (slash == std::string::npos) {
    return {};
  }
  const crd_catalog::CatalogIndex index;
  const std::optional<crd_catalog::CatalogEntry> entry =
      index.Find(std::string_view(name).substr(0, slash), std::string_view(name).substr(slash + 1));
  return entry ? crd_catalog::SchemaText(*entry) : std::string();
}

// Returns the most similar name; else the names of which the first word is the most similar, `a-b or a-c`.
std::string NearestOf(std::string_view name, const std::vector<std::string_view>& names) {
  if (const std::string_view nearest = Nearest(name, names); !nearest.empty()) {
    return "`" + std::string(nearest) + "`";
  }
  std::vector<std::string_view> words;
  for (const std::string_view each : names) {
    words.push_back(each.substr(0, each.find('-')));
  }
  const std::string_view word = Nearest(name, words);
  std::vector<std::string_view> found;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!word.empty() && words[i] == word) {
      found.push_back(names[i]);
    }
  }
  return ListOf(found);
}

int Show(const SchemasState& state, CommandOutput& output) {
  const catalog::BuiltinSchema* by_path = catalog::FindByPath(state.name);
  const catalog::BuiltinSchema* schema = by_path != nullptr ? by_path : catalog::FindByName(state.name);
  if (const std::string custom = CustomResourceSchema(state.name); !custom.empty()) {
    output.out += custom + "\n";
    return kOk;
  }
  if (schema == nullptr) {
    std::vector<std::string_view> names;
    for (const catalog::BuiltinSchema& each : catalog::All()) {
      names.push_back(each.name);
    }
    const std::string nearest = NearestOf(state.name, names);
    return ReportUsageError(
        output, "there is no built-in schema " + state.name,
        nearest.empty() ? "`kval schemas list` lists them" : "did you mean " + nearest + "?");
  }
  output.out += catalog::TextOf(*schema);
  output.out += output.out.ends_with("\n") ? "" : "\n";
  return kOk;
}

}  // namespace

RunCommand DeclareSchemas(CommandApp& app) {
  auto state = std::make_shared<SchemasState>();
  app.require_subcommand(1);
  state->list = app.add_subcommand("list", "lists the built-in schemas and the files that they validate");
  state->list->add_option("-o,--output-format", state->format, "text, json or markdown")
      ->capture_default_str();
  CommandApp* show = app.add_subcommand("show", "prints a built-in schema");
  show->add_required_option("NAME", state->name, "its name in the list, or `cert-manager.io/v1/Certificate`");
  return [state](const ProcessEnvironment&, CommandOutput& output) {
    return state->list->parsed() ? List(*state, output) : Show(*state, output);
  };
}

}  // namespace kval::cli
