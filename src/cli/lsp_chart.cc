#include "src/cli/lsp_chart.h"

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
  std::string directory(GetDirectoryPrefix(path));
  ChartValues values;
  const bool is_chart = path == directory + std::string(kChart);
  if (!is_chart && path != directory + std::string(kOwn)) {
    const std::string tests = std::string(kOfTests) + "/";
    const bool is_in_tests = directory == tests || directory.ends_with("/" + tests);
    if (!is_in_tests || !path.ends_with(kOwn)) {
      return std::nullopt;
    }
    directory.resize(directory.size() - tests.size());
    values.files.push_back(path);
  }
  if (!IsFile(directory + std::string(kChart), reader)) {
    return std::nullopt;
  }
  values.chart = directory.empty() ? "." : directory.substr(0, directory.size() - 1);
  const std::string schema = directory + "values.schema.json";
  values.schema = !is_chart && IsFile(schema, reader) ? schema : std::string();
  return values;
}

}  // namespace kval::cli
