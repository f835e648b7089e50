#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/lsp/open_document.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// The files of a chart as an editor shows them: open documents override files on disk. Paths are absolute.
class ChartTexts {
 public:
  // The chart of a file: that of the nearest Chart.yaml around it. Nullopt if there is none. `opened`
  // and `reader` must outlive the result.
  static std::optional<ChartTexts> Around(const std::string& path, const OpenDocuments& opened,
                                          source::FileReader& reader);

  // Whether a file is a template of the chart: in `templates/`.
  bool IsTemplate(std::string_view path) const;
  // Whether a file is the chart's own, not a subchart's.
  bool IsOwn(std::string_view path) const;
  std::string values_path() const { return directory_ + "values.yaml"; }
  std::string schema_path() const { return directory_ + "values.schema.json"; }
  std::string chart_path() const { return directory_ + "Chart.yaml"; }
  // The directory of the chart that has this one in `charts/`; nullopt if there is none.
  std::optional<std::string> ParentChart() const;
  // The values files of the chart (ChartValuesAt), sorted; at most 1,000.
  std::vector<std::string> ValuesFiles();
  // Returns null if the file cannot be read. The text lives as long as this.
  const std::string* Read(const std::string& path);
  // The templates of the chart and of unpacked subcharts in `charts/`, sorted; at most 1,000.
  std::vector<std::string> Templates();

 private:
  ChartTexts(std::string directory, const OpenDocuments& opened, source::FileReader& reader)
      : directory_(std::move(directory)), opened_(opened), reader_(reader) {}

  std::string directory_;  // with its slash
  const OpenDocuments& opened_;
  source::FileReader& reader_;
  std::map<std::string, std::string> texts_;
};

}  // namespace kval::cli
