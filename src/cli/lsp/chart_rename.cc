#include "src/cli/lsp/chart_rename.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "src/cli/lsp/name_search.h"
#include "src/lsp/structure/helm_template_names.h"
#include "src/support/ascii.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::HelmTemplateName;
using NameKind = HelmTemplateName::NameKind;
using ChartPath = std::span<const std::string>;

constexpr std::string_view kItem = "[]";

std::string FileName(const std::string& path) {
  return "`" + std::string(GetFileName(path)) + "`";
}

// Whether a key can be read as `.key`.
bool IsFieldName(std::string_view key) {
  return !key.empty() && !IsDigit(key.front()) &&
         std::all_of(key.begin(), key.end(), [](char c) { return IsAlnum(c) || c == '_'; });
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = std::min(text.find_first_not_of(kSpace), text.size());
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

// Looks for uses of a key that a rename does not change in one template.
class TemplateScan {
 public:
  TemplateScan(const std::string& file, const std::string& text, ChartPath path)
      : file_(FileName(file)), text_(text), path_(path), outline_(lsp::FindHelmTemplateNames(text)) {}

  std::string FindObstacle() const {
    for (const lsp::ByteRange range : outline_.strings) {
      if (ContainsName(Text(range), path_.back(), "-")) {
        return "a string in " + file_ + " has the name `" + path_.back() + "`";
      }
    }
    for (const HelmTemplateName& name : outline_.names) {
      if (name.kind != NameKind::kField) {
        continue;
      }
      if (Text(name.range) == path_.back() && !HasKnownRoot(name)) {
        return "`." + path_.back() + "` in " + file_ + " may read it";
      }
      if (IsAncestor(name) && !IsStep(name)) {
        return file_ + " passes `." + Dotted(name) + "` on as a whole";
      }
    }
    return {};
  }

  // Whether the template reads another key instead of the last one of the path.
  bool Reads(std::string_view other) const {
    return std::any_of(outline_.names.begin(), outline_.names.end(), [&](const HelmTemplateName& name) {
      return name.kind == NameKind::kField && name.path.size() == path_.size() && name.path.back() == other &&
             std::equal(path_.begin(), path_.end() - 1, name.path.begin());
    });
  }

 private:
  std::string_view Text(lsp::ByteRange range) const {
    return std::string_view(text_).substr(range.begin, range.end - range.begin);
  }

  static std::string Dotted(const HelmTemplateName& name) {
    std::string dotted;
    for (const std::string_view part : name.path) {
      dotted.append(dotted.empty() || part == kItem ? "" : ".").append(part);
    }
    return dotted;
  }

  static bool HasKnownRoot(const HelmTemplateName& name) {
    constexpr std::array<std::string_view, 6> kOthers = {"Release",  "Chart", "Capabilities",
                                                         "Template", "Files", "Values"};
    return !name.path.empty() &&
           std::find(kOthers.begin(), kOthers.end(), name.path.front()) != kOthers.end();
  }

  // Whether the field is a map or list that contains the key, directly or not.
  bool IsAncestor(const HelmTemplateName& name) const {
    return !name.path.empty() && name.path.size() < path_.size() &&
           std::equal(name.path.begin(), name.path.end(), path_.begin());
  }

  // Whether the value of an ancestor is used for its fields or items only, or compared with nothing.
  bool IsStep(const HelmTemplateName& name) const {
    if (name.range.end < text_.size() && text_[name.range.end] == '.') {
      return true;
    }
    if (IsOtherKey(name)) {
      return true;
    }
    const auto action = std::find_if(outline_.actions.begin(), outline_.actions.end(),
                                     [&](lsp::ByteRange range) { return range.Contains(name.range); });
    if (action == outline_.actions.end()) {
      return false;
    }
    std::string_view code = Text(*action);
    code.remove_prefix(code.starts_with('-') ? 1 : 0);
    code.remove_suffix(code.ends_with('-') ? 1 : 0);
    code = Trimmed(code);
    code.remove_prefix(code.starts_with("else ") ? 5 : 0);
    code = Trimmed(code);
    const std::string_view keyword = code.substr(0, code.find_first_of(" \t"));
    if (keyword == "range") {
      return path_[name.path.size()] == kItem;
    }
    return (keyword == "with" || keyword == "if") && HasOnlyConditions(code.substr(keyword.size()));
  }

  // Whether a function takes another key of the map by a literal name: `index .Values "other"`.
  bool IsOtherKey(const HelmTemplateName& name) const {
    const std::string_view after = Trimmed(std::string_view(text_).substr(name.range.end));
    const std::string_view before = Trimmed(std::string_view(text_).substr(0, name.range.begin));
    const std::string_view chain = before.substr(0, before.find_last_of(" \t(") + 1);
    const std::string_view words = Trimmed(chain);
    const bool takes_key = words.ends_with("index") || words.ends_with("get") || words.ends_with("hasKey");
    return takes_key && after.starts_with('"') &&
           after.substr(1, after.find('"', 1) - 1) != path_[name.path.size()];
  }

  // Whether an expression consists of fields, `and`, `or` and `not`.
  static bool HasOnlyConditions(std::string_view code) {
    for (size_t at = 0; at < code.size();) {
      const size_t end = std::min(code.find_first_of(" \t()", at), code.size());
      const std::string_view word = code.substr(at, end - at);
      const bool is_field = word.starts_with('.') || word.starts_with("$.");
      if (!word.empty() && !is_field && word != "and" && word != "or" && word != "not") {
        return false;
      }
      at = end + 1;
    }
    return true;
  }

  std::string file_;
  const std::string& text_;
  ChartPath path_;
  lsp::HelmTemplateOutline outline_;
};

// The keys of a text at a path below the root; `[]` is any item.
std::vector<size_t> KeysAt(const lsp::TextTree& tree, ChartPath path) {
  std::vector<size_t> keys;
  for (size_t i = 0; i < tree.nodes().size(); ++i) {
    const lsp::TextNode& node = tree.nodes()[i];
    if (node.role != lsp::NodeRole::kKey || node.is_unreadable || tree.ContentOf(i) != path.back()) {
      continue;
    }
    const std::vector<std::string> inward = tree.PathOf(i);
    if (std::equal(inward.rbegin(), inward.rend(), path.begin(), path.end())) {
      keys.push_back(i);
    }
  }
  return keys;
}

// The values of the other charts that Helm merges with those of the chart.
std::string FindOwnerObstacle(ChartTexts& chart, ChartPath path) {
  if (path[1] == "global") {
    return "`global` belongs to all charts of a release";
  }
  if (const std::optional<std::string> parent = chart.ParentChart()) {
    return "the chart in `" + *parent + "` may set the values of this subchart";
  }
  const std::string* text = chart.Read(chart.chart_path());
  if (text == nullptr) {
    return {};
  }
  const lsp::TextTree tree(*text);
  for (size_t i = 0; i < tree.nodes().size(); ++i) {
    if (tree.nodes()[i].role != lsp::NodeRole::kKey) {
      continue;
    }
    const std::string key = tree.ContentOf(i);
    const size_t value = tree.ValueOf(i);
    const bool is_dependency = tree.PathOf(i).size() == 3 && tree.PathOf(i).back() == "dependencies";
    if (is_dependency && (key == "name" || key == "alias") && tree.ContentOf(value) == path[1]) {
      return "`" + path[1] + "` has the values of a subchart";
    }
    const lsp::ByteRange range = tree.nodes()[value].range;
    if (is_dependency && (key == "condition" || key == "import-values") &&
        ContainsName(tree.text().substr(range.begin, range.end - range.begin), path.back(), "-")) {
      return "`" + key + "` in `Chart.yaml` uses the name `" + path.back() + "`";
    }
  }
  return {};
}

}  // namespace

void AddChartValues(ChartTexts& chart, ChartPath path, KeyPlaces& found) {
  const ChartPath inside = path.subspan(1);
  for (const std::string& file : chart.ValuesFiles()) {
    const std::string* text = chart.Read(file);
    if (text == nullptr) {
      continue;
    }
    const lsp::TextTree tree(*text);
    for (const size_t key : KeysAt(tree, inside)) {
      found.texts.emplace(file, *text);
      found.places.push_back({file, tree.nodes()[key].range, file == chart.values_path()});
    }
  }
  const std::string* schema = chart.Read(chart.schema_path());
  if (schema == nullptr) {
    return;
  }
  std::vector<std::string> declared;
  for (const std::string& name : inside) {
    const bool is_item = name == kItem;
    declared.emplace_back(is_item ? "items" : "properties");
    if (!is_item) {
      declared.push_back(name);
    }
  }
  const lsp::TextTree tree(*schema);
  for (const size_t key : KeysAt(tree, declared)) {
    found.texts.emplace(chart.schema_path(), *schema);
    found.places.push_back({chart.schema_path(), tree.nodes()[key].range, true});
    const std::optional<size_t> required =
        tree.Find(tree.nodes()[tree.nodes()[tree.nodes()[key].parent].key].parent, "required");
    if (required && tree.nodes()[*required].kind == lsp::NodeKind::kSequence) {
      tree.ForEachChild(*required, [&](size_t item) {
        if (tree.ContentOf(item) == path.back()) {
          found.places.push_back({chart.schema_path(), tree.nodes()[item].range, false});
        }
      });
    }
  }
}

std::string FindChartObstacle(ChartTexts& chart, ChartPath path, const KeyPlaces& found) {
  if (std::string obstacle = FindOwnerObstacle(chart, path); !obstacle.empty()) {
    return obstacle;
  }
  for (const std::string& file : chart.Templates()) {
    const std::string* text = chart.Read(file);
    if (text == nullptr || !chart.IsOwn(file)) {
      continue;
    }
    if (std::string obstacle = TemplateScan(file, *text, path).FindObstacle(); !obstacle.empty()) {
      return obstacle;
    }
  }
  for (const std::string& file : chart.ValuesFiles()) {
    const std::string* text = chart.Read(file);
    if (text != nullptr && text->find("{{") != std::string::npos &&
        text->find(".Values") != std::string::npos && ContainsName(*text, path.back(), "-")) {
      return "a template in " + FileName(file) + " may read `" + path.back() + "`";
    }
  }
  const std::string* schema = chart.Read(chart.schema_path());
  const auto is_in_schema = [&](const KeyPlace& place) { return place.path == chart.schema_path(); };
  if (schema != nullptr && std::none_of(found.places.begin(), found.places.end(), is_in_schema) &&
      ContainsName(*schema, path.back(), "-")) {
    return "`values.schema.json` mentions `" + path.back() + "` in another place than `properties`";
  }
  return {};
}

std::string FindChartNameObstacle(ChartTexts& chart, ChartPath path, const KeyPlaces& found,
                                  const std::string& new_name) {
  const auto is_code = [](const KeyPlace& place) { return place.is_code; };
  if (!IsFieldName(new_name) && std::any_of(found.places.begin(), found.places.end(), is_code)) {
    return "templates read the key as `." + path.back() + "`, which `" + new_name + "` cannot be";
  }
  for (const std::string& file : chart.Templates()) {
    const std::string* text = chart.Read(file);
    if (text != nullptr && chart.IsOwn(file) && TemplateScan(file, *text, path).Reads(new_name)) {
      return FileName(file) + " reads another value `" + new_name + "`";
    }
  }
  return {};
}

}  // namespace kval::cli
