#include "src/cli/lsp/chart_texts.h"

#include <algorithm>

#include "src/cli/chart_location.h"
#include "src/driver/session.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr std::string_view kTemplates = "templates/", kCharts = "charts/";
constexpr size_t kMaxTemplates = 1000;  // and values files

// Whether a path below a chart is that of a template, of the chart or of a subchart.
bool IsTemplatePath(std::string_view inside) {
  while (inside.starts_with(kCharts)) {
    inside.remove_prefix(std::min(inside.find('/', kCharts.size()), inside.size() - 1) + 1);
  }
  constexpr std::string_view kEndings[] = {".yaml", ".yml", ".tpl", ".txt"};
  return inside.starts_with(kTemplates) &&
         std::any_of(std::begin(kEndings), std::end(kEndings),
                     [inside](std::string_view ending) { return inside.ends_with(ending); });
}

}  // namespace

std::optional<ChartTexts> ChartTexts::Around(const std::string& path, const OpenDocuments& opened,
                                             source::FileReader& reader) {
  std::optional<std::string> directory = DirectoryOfChart(path, reader);
  return directory ? std::optional(ChartTexts(*std::move(directory), opened, reader)) : std::nullopt;
}

bool ChartTexts::IsTemplate(std::string_view path) const {
  return path.starts_with(directory_) && IsTemplatePath(path.substr(directory_.size()));
}

bool ChartTexts::IsOwn(std::string_view path) const {
  return path.starts_with(directory_) && !path.substr(directory_.size()).starts_with(kCharts);
}

std::optional<std::string> ChartTexts::ParentChart() const {
  const std::string_view directory = std::string_view(directory_).substr(0, directory_.size() - 1);
  std::string_view around = GetDirectoryPrefix(directory);
  if (!around.ends_with("/charts/")) {
    return std::nullopt;
  }
  around.remove_suffix(kCharts.size());
  return reader_.KindOf(std::string(around) + "Chart.yaml") == source::PathKind::kFile
             ? std::optional<std::string>(around)
             : std::nullopt;
}

std::vector<std::string> ChartTexts::ValuesFiles() {
  std::vector<std::string> paths;
  for (const std::string& file : reader_.Walk(directory_.substr(0, directory_.size() - 1)).files) {
    if (file.ends_with(".yaml") || file.ends_with(".yml")) {
      paths.push_back(directory_ + file);
    }
  }
  for (const auto& [path, text] : opened_.strings) {
    if (path.starts_with(directory_)) {
      paths.push_back(path);
    }
  }
  std::erase_if(paths, [this](const std::string& path) {
    const std::optional<ChartValues> values = IsOwn(path) ? ChartValuesAt(path, reader_) : std::nullopt;
    return path == chart_path() || !values || values->chart + "/" != directory_;
  });
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  paths.resize(std::min(paths.size(), kMaxTemplates));
  return paths;
}

const std::string* ChartTexts::Read(const std::string& path) {
  if (const auto open = opened_.strings.find(path); open != opened_.strings.end()) {
    return &open->second;
  }
  if (const auto known = texts_.find(path); known != texts_.end()) {
    return &known->second;
  }
  Result<std::string> text = reader_.ReadBelow(directory_, path);
  return text ? &texts_.emplace(path, *std::move(text)).first->second : nullptr;
}

std::vector<std::string> ChartTexts::Templates() {
  std::vector<std::string> paths;
  for (const std::string_view part : {kTemplates, kCharts}) {
    const std::string below = directory_ + std::string(part);
    if (reader_.KindOf(below) != source::PathKind::kDirectory) {
      continue;
    }
    for (const std::string& file : reader_.Walk(below).files) {
      paths.push_back(below + file);
    }
  }
  for (const auto& [path, text] : opened_.strings) {
    paths.push_back(path);
  }
  std::erase_if(paths, [this](const std::string& path) { return !IsTemplate(path); });
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  paths.resize(std::min(paths.size(), kMaxTemplates));
  return paths;
}

}  // namespace kval::cli
