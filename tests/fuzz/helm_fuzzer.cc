// Runs Helm 3 and Helm 4 code on arbitrary archives, templates, charts and value flags. The first byte
// selects the version and the kind of input. Nothing may crash, and unpacking must respect its size limits.
#include <string>

#include "src/diag/collector.h"
#include "src/helm/archive.h"
#include "src/helm/final_values.h"
#include "src/helm/load_chart.h"
#include "src/helm/set_flag.h"
#include "src/helm/tar.h"
#include "src/helm/template_scan.h"
#include "src/helm/user_values.h"

namespace {

using namespace kval;

void Chart(std::string_view text, helm::Version version) {
  source::MemoryFileReader reader;
  const size_t end = text.find('\0');
  reader.Add("chart/Chart.yaml", std::string(text.substr(0, end)));
  reader.Add("chart/charts/kid/Chart.yaml", "name: kid\nversion: 1.0.0\n");
  reader.Add("chart/values.yaml", end == std::string_view::npos ? "" : std::string(text.substr(end + 1)));
  source::SourceMap sources;
  Arena arena;
  helm::TableArena forest(&arena);
  diag::Collector findings;
  diag::Emitter emit(&findings);
  Limits limits;
  helm::HelmContext context{reader, sources, arena, forest, emit, limits};
  context.version = version;
  helm::ChartStore store;
  if (helm::Chart* chart = helm::LoadChart("chart", store, context)) {
    helm::Compute(*chart, *forest.NewTable(), helm::HelmOperation::kLint, store, context);
  }
}

void Flag(helm::SetKind kind, std::string text, helm::Version version) {
  source::MemoryFileReader reader;
  source::SourceMap sources;
  Arena arena;
  helm::TableArena forest(&arena);
  diag::Collector findings;
  diag::Emitter emit(&findings);
  Limits limits;
  helm::HelmContext context{reader, sources, arena, forest, emit, limits};
  context.version = version;
  helm::Table* values = forest.NewTable();
  helm::ApplySet({kind, std::move(text)}, *values, context);
  forest.Freeze(forest.MakeNode(values));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const helm::Version version = data[0] < 128 ? helm::Version::kHelm3 : helm::Version::kHelm4;
  switch (data[0] % 8) {
    case 0: {
      uint64_t budget = helm::kMaxArchiveBytes;
      static_cast<void>(helm::Unpack(text, budget));
      break;
    }
    case 1: {
      helm::TarReader tar(text);
      while (const std::optional<helm::TarEntry> entry = tar.Next()) {
        if (entry->size <= static_cast<int64_t>(helm::kMaxFileBytes)) {
          static_cast<void>(tar.Bytes());
        }
      }
      break;
    }
    case 2: {
      helm::TemplateReferences mentions;
      helm::ScanTemplate(text, mentions);
      break;
    }
    case 3:
      Chart(text, version);
      break;
    default:
      Flag(static_cast<helm::SetKind>(data[0] % 5), text, version);
  }
  return 0;
}
