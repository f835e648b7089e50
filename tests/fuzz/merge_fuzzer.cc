// Merges layers of values. The merge must terminate, and merging the last layer twice must have no effect.
#include "src/driver/pipeline.h"
#include "src/yaml/writer.h"
#include "tests/fuzz/whole_run.h"

namespace {

using namespace kval;

// Merges the layers with a schema that accepts any value. Returns the final values as YAML, or an empty
// string if the check reports an error.
std::string Merged(const std::vector<std::string>& layers) {
  source::MemoryFileReader reader;
  reader.Add("schema.yml", "#@data/values-schema\n---\n#@schema/type any=True\nany: null\n");
  driver::DriverOptions options;
  options.limits = fuzz::SmallLimits();
  options.inputs.push_back({"schema.yml", {}, driver::InputRole::kAuto});
  for (const std::string& layer : layers) {
    const std::string name = "f" + std::to_string(options.inputs.size()) + ".yml";
    reader.Add(name, layer);
    options.inputs.push_back({name, {}, driver::InputRole::kValues});
  }
  driver::Session session(options.limits);
  const driver::PipelineResult result = driver::Run(options, reader, session);
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
  // Layers with code are excluded because the code can read the lower layers.
  if (!once.empty() && layers.back().find("#@") == std::string::npos) {
    layers.push_back(layers.back());
    KVAL_CHECK(Merged(layers) == once);
  }
  return 0;
}
