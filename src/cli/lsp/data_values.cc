#include "src/cli/lsp/data_values.h"

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/inputs/reading.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/path_text.h"
#include "src/yaml/document.h"

namespace kval::cli {
namespace {

constexpr size_t kMaxFiles = 200;

}  // namespace

std::vector<DataDocument> FindDataDocuments(std::string_view text) {
  std::vector<DataDocument> found;
  if (text.find("#@") == std::string_view::npos) {
    return found;
  }
  source::SourceMap sources;
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  Arena arena;
  const source::SourceFile& source = sources.AddText("", std::string(text));
  const yaml::File file =
      yaml::ReadFile(source, driver::ReadOptionsForDialect(value::Dialect::kYtt, {}), arena, silence);
  for (const yaml::Document& document : file.documents) {
    const driver::DocumentRole role = driver::HeaderOf(file, document).role;
    if (role != driver::DocumentRole::kNone) {
      found.push_back({role, document.marker.end - source.base() + source.mark_size()});
    }
  }
  return found;
}

std::vector<driver::InputPath> DataValuesOf(const std::string& path, source::FileReader& reader) {
  const std::string prefix(GetDirectoryPrefix(path));
  const std::string directory = prefix.empty() ? "." : prefix;
  std::vector<driver::InputPath> found;
  const Result<std::vector<std::string>> names = reader.List(directory);
  size_t left = kMaxFiles;
  for (const std::string& name : names ? *names : std::vector<std::string>()) {
    const bool is_yaml = name.ends_with(".yml") || name.ends_with(".yaml");
    if (!is_yaml || prefix + name == path || left == 0) {
      continue;
    }
    --left;
    const Result<std::string> content = reader.ReadBelow(directory, prefix + name);
    if (content && !FindDataDocuments(*content).empty()) {
      found.push_back({prefix + name, name});
    }
  }
  return found;
}

}  // namespace kval::cli
