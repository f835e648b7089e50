#include "src/cli/template_places.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/chart_texts.h"
#include "src/cli/lsp_chart.h"
#include "src/lsp/structure/commented_values.h"
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
    for (const std::string& path : chart_.Templates()) {
      if (const std::string* text = chart_.Read(path)) {
        AddPlaces(path, *text);
      }
    }
    if (found_.kind == PlaceKind::kTemplateValue) {
      found_.obstacle = "templates may read the values of a Helm chart under computed names";
      AddDeclaration();
    }
    SortPlaces(found_.places);
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
    return true;
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
        found_.places.push_back({path, name.range, name.kind == NameKind::kDefinition});
      }
    }
  }

  // The key in values.yaml.
  void AddDeclaration() {
    const std::string* text = chart_.Read(chart_.values_path());
    if (text == nullptr) {
      return;
    }
    const lsp::TextTree tree(*text);
    const std::vector<std::string_view> path(path_.begin() + 1, path_.end());
    const std::optional<size_t> value = lsp::FindValue(tree, path);
    if (value && tree.nodes()[*value].role == lsp::NodeRole::kValue) {
      found_.texts.emplace(chart_.values_path(), *text);
      found_.places.push_back({chart_.values_path(), tree.nodes()[tree.nodes()[*value].key].range, true});
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
  if (!chart || !(chart->IsTemplate(query.path) || ChartValuesAt(query.path, disk))) {
    return Failure{"not a file of a Helm chart"};
  }
  return TemplatePlaceFinder(query, opened, *chart).Find();
}

}  // namespace kval::cli
