// Validates manifests against a CustomResourceDefinition, a policy for ConfigMaps and a schema of another
// kind. The files are separated by NUL bytes. The run must terminate and every reporter must print the
// findings.
#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/manifests.h"
#include "tests/fuzz/whole_run.h"

namespace {

constexpr const char* kNames[] = {"manifests/m.yml", "crds/c.yml", "policy.yml",
                                  "schemas/{{.ResourceKind}}.json"};
constexpr size_t kPolicy = 2;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  static const schemas::kubernetes::ApiTable table = schemas::kubernetes::ApiTable::Builtin();
  const std::vector<std::string> parts = fuzz::PartsOf(data, size);
  source::MemoryFileReader reader;
  reader.Add("crds/none.yml", "");
  for (size_t i = 0; i < parts.size() && i < kPolicy + 1; ++i) {
    reader.Add(kNames[i], parts[i]);
  }
  if (parts.size() > kPolicy + 1) {
    reader.Add("schemas/widget.json", parts[kPolicy + 1]);
  }
  driver::KubernetesOptions options;
  options.paths = {"manifests"};
  options.crds = {"crds"};
  options.locations = {"default", kNames[kPolicy + 1]};
  options.versions = {table.newest(), 0};
  if (parts.size() > kPolicy) {
    options.policies.push_back({"ConfigMap", kNames[kPolicy]});
  }
  options.jobs = 1;
  driver::Session session(fuzz::SmallLimits());
  driver::CheckKubernetes(options, fuzz::SmallLimits(), table, reader, session);
  fuzz::ShowFindings(session);
  return 0;
}
