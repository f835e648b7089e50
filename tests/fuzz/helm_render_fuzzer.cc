// Renders a chart under small limits and validates its manifests. The input is a list of files separated by
// NUL bytes: user values, then files of the chart. The run must terminate within its limits, every reporter
// must print the findings, and every piece of rendered text must have its place.
#include "schemas/kubernetes/api_table.h"
#include "src/driver/helm/chart.h"
#include "src/driver/helm/rendered_manifests.h"
#include "src/helm/render/output.h"
#include "src/support/check.h"
#include "tests/fuzz/whole_run.h"

namespace {

constexpr const char* kNames[] = {"user.yaml",
                                  "chart/templates/a.yaml",
                                  "chart/templates/_b.tpl",
                                  "chart/values.yaml",
                                  "chart/file.txt",
                                  "chart/charts/kid/templates/c.yaml",
                                  "chart/charts/kid/values.yaml"};

void CheckPieces(const kval::helm::render::RenderedChart& chart) {
  for (const kval::helm::render::RenderedFile& file : chart.files()) {
    uint32_t end = 0;
    for (const kval::helm::render::Piece& piece : file.pieces) {
      KVAL_CHECK(piece.end >= end);
      end = piece.end;
    }
    KVAL_CHECK(end == file.text.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  static const auto table = schemas::kubernetes::ApiTable::Builtin();
  const std::vector<std::string> parts = fuzz::PartsOf(data, size);
  source::MemoryFileReader reader;
  reader.Add("chart/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n");
  reader.Add("chart/charts/kid/Chart.yaml", "apiVersion: v2\nname: kid\nversion: 1.0.0\n");
  reader.Add("user.yaml", "");
  for (size_t i = 0; i < parts.size() && i < std::size(kNames); ++i) {
    reader.Add(kNames[i], parts[i]);
  }
  Limits limits = fuzz::SmallLimits();
  limits.helm_steps = 50'000;
  limits.helm_memory = uint64_t{8} << 20;
  limits.helm_output = uint64_t{1} << 20;
  limits.helm_calls = 100;
  driver::KubernetesOptions options;
  options.jobs = 1;
  for (const helm::Version version : {helm::Version::kHelm3, helm::Version::kHelm4}) {
    helm::render::Coverage coverage;
    driver::HelmRequest request;
    request.chart = "chart";
    request.input.files = {"user.yaml"};
    request.version = version;
    request.release = driver::ReleaseFor(options, table);
    request.coverage = version == helm::Version::kHelm3 ? nullptr : &coverage;
    driver::Session session(limits);
    const driver::HelmResult result = driver::RunHelm(request, reader, session);
    if (result.rendered != nullptr && result.rendered->is_rendered()) {
      CheckPieces(*result.rendered);
    }
    if (result.rendered != nullptr && result.rendered->is_valid()) {
      std::string missing;
      KVAL_CHECK(helm::render::OutputText(*result.rendered, {}, version, missing).has_value());
      driver::CheckRenderedManifests(*result.rendered, true, options, table, reader, session);
    }
    fuzz::ShowFindings(session);
  }
  return 0;
}
