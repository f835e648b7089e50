#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/chart_location.h"
#include "src/cli/lsp/chart_rename.h"
#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/kcl_places.h"
#include "src/cli/lsp/key_places.h"
#include "src/cli/lsp/open_document.h"
#include "src/cli/lsp/rename_obstacles.h"
#include "src/lsp/edit_results.h"
#include "src/lsp/results.h"
#include "src/lsp/schema_query.h"
#include "src/lsp/structure/helm_template_names.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"
#include "src/support/result.h"

namespace kval::cli {
namespace {

using QueryKind = lsp::SchemaQuery::QueryKind;

using lsp::HelmTemplateName;

using NameKind = HelmTemplateName::NameKind;

constexpr std::string_view kValues = "Values";

class TemplatePlaceFinder {
 public:
  TemplatePlaceFinder(const lsp::SchemaQuery& query, const OpenDocuments& opened, ChartTexts& chart)
      : query_(query), text_(opened.strings.at(query.path)), chart_(chart) {
    found_.texts[query.path] = text_;
  }

  Result<KeyPlaces> Find() {
    if (!(chart_.IsTemplate(query_.path) ? FindInTemplate() : FindKey())) {
      return Failure{"only values and templates have references here"};
    }
    const bool is_value = found_.kind == PlaceKind::kTemplateValue;
    for (const std::string& path : chart_.Templates()) {
      const std::string* text = is_value && !chart_.IsOwn(path) ? nullptr : chart_.Read(path);
      if (text != nullptr) {
        AddPlaces(path, *text);
      }
    }
    if (is_value) {
      AddChartValues(chart_, path_, found_);
    }
    SortPlaces(found_.places);
    const bool is_rename = query_.kind == lsp::SchemaQuery::QueryKind::kRename;
    if (is_value && (is_rename || query_.kind == lsp::SchemaQuery::QueryKind::kPrepareRename)) {
      found_.obstacle = FindChartObstacle(chart_, path_, found_);
      if (found_.obstacle.empty() && is_rename) {
        found_.obstacle = FindChartNameObstacle(chart_, path_, found_, query_.word);
      }
    }
    return std::move(found_);
  }

 private:
  bool FindInTemplate() {
    const lsp::HelmTemplateOutline outline = lsp::FindHelmTemplateNames(text_);
    const HelmTemplateName* name = outline.NameAt(lsp::ByteAt(text_, query_.position));
    if (name == nullptr || name->path.empty()) {
      return false;
    }
    const bool is_template = name->kind == NameKind::kReference || name->kind == NameKind::kDefinition;
    const bool is_value = name->kind == NameKind::kField && name->path.front() == kValues;
    found_.kind = is_template ? PlaceKind::kTemplate : PlaceKind::kTemplateValue;
    found_.name = name->path.back();
    found_.here = name->range;
    path_.assign(name->path.begin(), name->path.end());
    return (is_template || is_value) && !found_.name.empty();
  }

  bool FindKey() {
    const lsp::TextTree tree(text_);
    const std::optional<size_t> node = tree.NodeAt(lsp::ByteAt(text_, query_.position));
    if (!node || tree.nodes()[*node].role != lsp::NodeRole::kKey || !tree.IsWritten(*node)) {
      return false;
    }
    found_.kind = PlaceKind::kTemplateValue;
    found_.name = tree.ContentOf(*node);
    found_.here = tree.nodes()[*node].range;
    path_ = tree.PathOf(*node);
    path_.emplace_back(kValues);
    std::reverse(path_.begin(), path_.end());
    return query_.path != chart_.schema_path() || IsDeclaration();
  }

  // Replaces the path in the schema by that of the values which it declares: `properties.a` by `a`.
  bool IsDeclaration() {
    std::vector<std::string> values = {path_.front()};
    for (size_t i = 1; i < path_.size(); ++i) {
      if (path_[i] == "properties" && i + 1 < path_.size()) {
        values.push_back(path_[++i]);
      } else if (path_[i] == "items" && i + 1 < path_.size()) {
        values.emplace_back("[]");
      } else {
        return false;
      }
    }
    path_ = std::move(values);
    return path_.size() > 1;
  }

  bool IsSame(const HelmTemplateName& name) const {
    const bool is_kind = found_.kind == PlaceKind::kTemplate
                             ? name.kind == NameKind::kReference || name.kind == NameKind::kDefinition
                             : name.kind == NameKind::kField;
    return is_kind && std::equal(name.path.begin(), name.path.end(), path_.begin(), path_.end());
  }

  void AddPlaces(const std::string& path, const std::string& text) {
    const lsp::HelmTemplateOutline outline = lsp::FindHelmTemplateNames(text);
    for (const HelmTemplateName& name : outline.names) {
      if (IsSame(name)) {
        found_.texts.emplace(path, text);
        found_.places.push_back({path, name.range, name.kind == NameKind::kDefinition, true});
      }
    }
  }

  const lsp::SchemaQuery& query_;
  const std::string& text_;
  ChartTexts& chart_;
  KeyPlaces found_;
  std::vector<std::string> path_;
};

// Finds the places of a name in the templates of a Helm chart and of its unpacked subcharts: of a template
// (`define`, `include`, `template`), or of a value. A value has its declaration in the chart's values.yaml.
// The position of `query` is on such a name in a template, or on a key in values of a chart or in
// values.schema.json. Returns a failure for other positions. Values have places in all values files of the
// chart and in values.schema.json, too. For a rename: also the obstacles, of which some depend on the new
// name.
Result<KeyPlaces> FindTemplatePlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened) {
  source::DiskFileReader disk;
  std::optional<ChartTexts> chart = ChartTexts::Around(query.path, opened, disk);
  if (!chart || !(chart->IsTemplate(query.path) || query.path == chart->schema_path() ||
                  ChartValuesAt(query.path, disk))) {
    return Failure{"not a file of a Helm chart"};
  }
  return TemplatePlaceFinder(query, opened, *chart).Find();
}

std::string UriOf(const std::string& path, const OpenDocuments& opened) {
  const auto uri = opened.uris.find(path);
  return uri == opened.uris.end() ? report::UriOf(path) : uri->second;
}

// The places of each file, in order.
std::vector<lsp::FileEdits> EditsOf(const KeyPlaces& found, const OpenDocuments& opened,
                                    const std::string& new_name, bool has_declarations) {
  std::vector<lsp::FileEdits> files;
  std::string_view last;
  for (const KeyPlace& place : found.places) {
    if (place.is_declaration && !has_declarations) {
      continue;
    }
    const std::string& text = found.texts.at(place.path);
    if (files.empty() || last != place.path) {
      const auto version = opened.versions.find(place.path);
      files.push_back(
          {UriOf(place.path, opened), version == opened.versions.end() ? "null" : version->second, text, {}});
      last = place.path;
    }
    const std::string_view written =
        std::string_view(text).substr(place.range.begin, place.range.end - place.range.begin);
    const bool is_key = found.kind == PlaceKind::kTemplateValue && !place.is_code;
    files.back().edits.push_back(
        {place.range, SpellName(written, new_name, is_key ? PlaceKind::kKey : found.kind)});
  }
  return files;
}

// The same request for a key of values, if it is about a value in a template.
lsp::SchemaQuery AtKey(const lsp::SchemaQuery& query, const KeyPlaces& found) {
  lsp::SchemaQuery at_key = query;
  const auto key = std::find_if(found.places.begin(), found.places.end(), [](const KeyPlace& place) {
    return !place.is_code && !place.path.ends_with(".json");
  });
  if (key != found.places.end() && query.path != key->path) {
    at_key.path = key->path;
    at_key.position = lsp::TextPositions(found.texts.at(key->path)).At(key->range.begin);
  }
  return at_key;
}

// Adds the places of a value of a chart that its schema or a project knows.
void AddKeys(KeyPlaces keys, KeyPlaces& found) {
  const auto is_known = [&](const KeyPlace& place) {
    return std::any_of(found.places.begin(), found.places.end(), [&](const KeyPlace& known) {
      return known.path == place.path && known.range == place.range;
    });
  };
  for (const KeyPlace& place : keys.places) {
    if (found.obstacle.empty() && found.texts.contains(place.path) && !is_known(place)) {
      found.obstacle = "the schema declares another `" + found.name + "` in the same place";
    }
  }
  if (found.obstacle.empty()) {
    found.obstacle = std::move(keys.obstacle);
  }
  found.places.insert(found.places.end(), keys.places.begin(), keys.places.end());
  found.texts.merge(keys.texts);
  SortPlaces(found.places);
}

// The places of a name in templates, in values and schemas, or in both.
Result<KeyPlaces> FindPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                             const ProcessEnvironment& environment) {
  if (query.path.ends_with(".k")) {
    Result<KeyPlaces> attribute = FindKeyPlaces(query, opened, environment);
    Result<KeyPlaces> code = FindKclPlaces(query, opened, environment);
    if (!code) {
      return attribute;
    }
    if (attribute) {
      AddKeys(*std::move(attribute), *code);  // of values that the schema validates
    }
    return code;
  }
  Result<KeyPlaces> found = FindTemplatePlaces(query, opened);
  if (found && found->kind == PlaceKind::kTemplate) {
    return found;
  }
  Result<KeyPlaces> keys = FindKeyPlaces(found ? AtKey(query, *found) : query, opened, environment);
  if (!found) {
    if (keys && keys->is_in_chart && keys->obstacle.empty()) {
      keys->obstacle = "templates of the chart may read `" + keys->name + "`";
    }
    return keys;
  }
  if (keys) {
    AddKeys(*std::move(keys), *found);
  }
  return found;
}

}  // namespace

std::string AnswerKclDeclaration(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                 const ProcessEnvironment& environment) {
  const Result<KeyPlaces> found = FindKclPlaces(query, opened, environment);
  for (const KeyPlace& place : found ? found->places : std::vector<KeyPlace>()) {
    if (place.is_declaration) {
      const lsp::TextPositions positions(found->texts.at(place.path));
      return lsp::LocationResult(UriOf(place.path, opened),
                                 {positions.At(place.range.begin), positions.At(place.range.end)});
    }
  }
  return "null";
}

bool IsAboutReferences(QueryKind kind) {
  return kind == QueryKind::kReferences || kind == QueryKind::kPrepareRename || kind == QueryKind::kRename;
}

std::string AnswerReferences(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                             const ProcessEnvironment& environment) {
  const Result<KeyPlaces> found = FindPlaces(query, opened, environment);
  if (query.kind == QueryKind::kReferences) {
    return found ? lsp::LocationsResult(EditsOf(*found, opened, {}, query.has_declaration)) : "null";
  }
  if (!found) {
    return lsp::RejectedResult("cannot rename: " + found.failure().message);
  }
  std::string obstacle = found->obstacle;
  if (obstacle.empty() && query.kind == QueryKind::kRename) {
    obstacle = FindNameObstacle(*found, query.word);
  }
  if (!obstacle.empty()) {
    return lsp::RejectedResult("cannot rename: " + obstacle);
  }
  return query.kind == QueryKind::kPrepareRename
             ? lsp::RenameRangeResult(found->texts.at(query.path), found->here, found->name)
             : lsp::WorkspaceEditResult(EditsOf(*found, opened, query.word, true), query.has_versions);
}

}  // namespace kval::cli
