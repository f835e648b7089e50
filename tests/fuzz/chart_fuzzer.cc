// Validates the computed values of a chart with Helm 3 and Helm 4 semantics. The input is a list of files
// separated by NUL bytes: user values, then files of the chart. The run must terminate, every reporter must
// print the findings, and the computed values must serialize.
#include "src/driver/helm/chart.h"
#include "src/yaml/writer.h"
#include "tests/fuzz/whole_run.h"

namespace {

constexpr const char* kNames[] = {"user.yaml",
                                  "chart/values.yaml",
                                  "chart/values.schema.json",
                                  "chart/Chart.yaml",
                                  "chart/templates/a.yaml",
                                  "chart/charts/kid/values.yaml",
                                  "chart/charts/kid/values.schema.json"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  const std::vector<std::string> parts = fuzz::PartsOf(data, size);
  source::MemoryFileReader reader;
  reader.Add("chart/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n");
  reader.Add("chart/charts/kid/Chart.yaml", "apiVersion: v2\nname: kid\nversion: 1.0.0\n");
  reader.Add("user.yaml", "");
  for (size_t i = 0; i < parts.size() && i < std::size(kNames); ++i) {
    if (!parts[i].empty()) {
      reader.Add(kNames[i], parts[i]);
    }
  }
  for (const helm::Version version : {helm::Version::kHelm3, helm::Version::kHelm4}) {
    driver::HelmRequest request;
    request.chart = "chart";
    request.input.files = {"user.yaml"};
    request.infer = version == helm::Version::kHelm4;  // does not depend on the version; covers both settings
    request.version = version;
    driver::Session session(fuzz::SmallLimits());
    const driver::HelmResult result = driver::RunHelm(request, reader, session);
    fuzz::ShowFindings(session);
    if (result.values != nullptr) {
      std::string out;
      yaml::WriteYaml(*result.values, {}, out);
    }
  }
  return 0;
}
