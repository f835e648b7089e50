#include "src/cli/lsp_references.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/kcl_places.h"
#include "src/cli/key_places.h"
#include "src/cli/rename_obstacles.h"
#include "src/cli/template_places.h"
#include "src/lsp/edit_results.h"
#include "src/lsp/results.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"

namespace kval::cli {
namespace {

using QueryKind = lsp::SchemaQuery::QueryKind;

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
