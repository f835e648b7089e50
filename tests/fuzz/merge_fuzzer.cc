// Values merged over values: it ends, and a layer that is given twice changes nothing the second time.
#include "src/driver/pipeline.h"
#include "src/yaml/writer.h"
#include "tests/fuzz/whole_run.h"

namespace {

using namespace kval;

// The final values of the layers over a schema that takes any, as YAML; empty when anything is wrong.
std::string Merged(const std::vector<std::string>& layers) {
  source::MemoryFileReader reader;
  reader.Add("schema.yml", "#@data/values-schema\n---\n#@schema/type any=True\nany: null\n");
  driver::Options options;
  options.limits = fuzz::SmallLimits();
  options.inputs.push_back({"schema.yml", {}, driver::Role::kAuto});
  for (const std::string& layer : layers) {
    const std::string name = "f" + std::to_string(options.inputs.size()) + ".yml";
    reader.Add(name, layer);
    options.inputs.push_back({name, {}, driver::Role::kValues});
  }
  driver::Session session(options.limits);
  const driver::RunResult result = driver::Run(options, reader, session);
  fuzz::ShowFindings(session);
  std::string out;
  if (result.values != nullptr && session.emit.error_count() == 0) {
    yaml::WriteYaml(*result.values, {}, out);
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<std::string> layers = fuzz::PartsOf(data, size);
  const std::string once = Merged(layers);
  // Code in a layer may look at what lies below it.
  if (!once.empty() && layers.back().find("#@") == std::string::npos) {
    layers.push_back(layers.back());
    KVAL_CHECK(Merged(layers) == once);
  }
  return 0;
}
