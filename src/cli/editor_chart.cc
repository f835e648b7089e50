#include "src/cli/editor_chart.h"

#include <string_view>

#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr std::string_view kChart = "Chart.yaml", kOwn = "values.yaml", kOfTests = "ci";

bool IsFile(const std::string& path, source::FileReader& reader) {
  return reader.KindOf(path) == source::PathKind::kFile;
}

}  // namespace

std::optional<ChartValues> ChartValuesAt(const std::string& path, source::FileReader& reader) {
  std::string folder(FolderPrefixOf(path));
  ChartValues values;
  const bool is_chart = path == folder + std::string(kChart);
  if (!is_chart && path != folder + std::string(kOwn)) {
    const std::string tests = std::string(kOfTests) + "/";
    const bool is_in_tests = folder == tests || folder.ends_with("/" + tests);
    if (!is_in_tests || !path.ends_with(kOwn)) {
      return std::nullopt;
    }
    folder.resize(folder.size() - tests.size());
    values.files.push_back(path);
  }
  if (!IsFile(folder + std::string(kChart), reader)) {
    return std::nullopt;
  }
  values.chart = folder.empty() ? "." : folder.substr(0, folder.size() - 1);
  const std::string schema = folder + "values.schema.json";
  values.schema = !is_chart && IsFile(schema, reader) ? schema : std::string();
  return values;
}

}  // namespace kval::cli
