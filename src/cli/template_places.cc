#include "src/cli/template_places.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/chart_rename.h"
#include "src/cli/chart_texts.h"
#include "src/cli/lsp_chart.h"
#include "src/lsp/structure/helm_template_names.h"
#include "src/lsp/text_position.h"

namespace kval::cli {
namespace {

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

}  // namespace

Result<KeyPlaces> FindTemplatePlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened) {
  source::DiskFileReader disk;
  std::optional<ChartTexts> chart = ChartTexts::Around(query.path, opened, disk);
  if (!chart || !(chart->IsTemplate(query.path) || query.path == chart->schema_path() ||
                  ChartValuesAt(query.path, disk))) {
    return Failure{"not a file of a Helm chart"};
  }
  return TemplatePlaceFinder(query, opened, *chart).Find();
}

}  // namespace kval::cli
