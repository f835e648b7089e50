// Runs the complete check. The input is a schema, then layers of values, separated by NUL bytes. The run must
// terminate, every reporter must print the findings, and the final values must serialize.
#include "src/driver/pipeline.h"
#include "src/yaml/json_writer.h"
#include "src/yaml/writer.h"
#include "tests/fuzz/whole_run.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  source::MemoryFileReader reader;
  driver::DriverOptions options;
  options.limits = fuzz::SmallLimits();
  options.warn_ambiguous = true;
  for (const std::string& part : fuzz::PartsOf(data, size)) {
    const std::string name = "f" + std::to_string(options.inputs.size()) + ".yml";
    const bool is_plain = !options.inputs.empty() && !part.starts_with("#@");
    reader.Add(name, part);
    options.inputs.push_back({name, {}, is_plain ? driver::InputRole::kValues : driver::InputRole::kAuto});
  }
  driver::Session session(options.limits);
  const driver::PipelineResult result = driver::Run(options, reader, session);
  fuzz::ShowFindings(session);
  if (result.values != nullptr) {
    std::string out;
    yaml::WriteYaml(*result.values, {}, out);
    yaml::WriteJson(*result.values, {}, out);
  }
  return 0;
}
