#include "src/cli/lsp_references.h"

#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/key_places.h"
#include "src/cli/rename_obstacles.h"
#include "src/cli/template_places.h"
#include "src/lsp/edit_results.h"
#include "src/lsp/results.h"
#include "src/report/uri.h"

namespace kval::cli {
namespace {

using QueryKind = lsp::SchemaQuery::QueryKind;

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
      const auto uri = opened.uris.find(place.path);
      const auto version = opened.versions.find(place.path);
      files.push_back({uri == opened.uris.end() ? report::UriOf(place.path) : uri->second,
                       version == opened.versions.end() ? "null" : version->second,
                       text,
                       {}});
      last = place.path;
    }
    const std::string_view written =
        std::string_view(text).substr(place.range.begin, place.range.end - place.range.begin);
    files.back().edits.push_back({place.range, SpellName(written, new_name, found.kind)});
  }
  return files;
}

// The places of a name in templates, in values and schemas, or in both.
Result<KeyPlaces> FindPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                             const ProcessEnvironment& environment) {
  Result<KeyPlaces> found = FindTemplatePlaces(query, opened);
  if (found && found->kind == PlaceKind::kTemplate) {
    return found;
  }
  Result<KeyPlaces> keys = FindKeyPlaces(query, opened, environment);
  if (!found || !keys) {
    return found ? std::move(found) : std::move(keys);
  }
  found->places.insert(found->places.end(), keys->places.begin(), keys->places.end());
  found->texts.merge(keys->texts);
  SortPlaces(found->places);
  return found;
}

}  // namespace

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
