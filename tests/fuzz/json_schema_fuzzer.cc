// Compiles a JSON Schema and validates values, separated by NUL bytes. Both must terminate, every reporter
// must print the findings, and a conversion without losses to any schema language must compile there.
#include <new>

#include "src/driver/pipeline.h"
#include "src/yaml/json_writer.h"
#include "tests/fuzz/whole_run.h"
#include "tests/schemas/conversion.h"

namespace {

using namespace kval;

void ValidateAndConvert(const uint8_t* data, size_t size) {
  const std::vector<std::string> parts = fuzz::PartsOf(data, size);
  source::MemoryFileReader reader;
  driver::DriverOptions options;
  options.limits = fuzz::SmallLimits();
  reader.Add("f.schema.json", parts[0]);
  options.inputs.push_back({"f.schema.json", {}, driver::InputRole::kSchema});
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::string name = "f" + std::to_string(i) + ".yml";
    reader.Add(name, parts[i]);
    options.inputs.push_back({name, {}, driver::InputRole::kValues});
  }
  driver::Session session(options.limits);
  const driver::PipelineResult result = driver::Run(options, reader, session);
  fuzz::ShowFindings(session);
  if (result.values != nullptr) {
    std::string out;
    yaml::WriteJson(*result.values, {}, out);
  }
  testing::Compiled compiled = testing::CompileText(testing::Language::kJsonSchema, parts[0]);
  if (!compiled.ok) {
    return;
  }
  for (const testing::Language to : testing::kLanguages) {
    compiled = testing::CompileText(testing::Language::kJsonSchema, parts[0]);
    const testing::Converted converted = testing::Convert(compiled, to);
    KVAL_CHECK(testing::CompileText(to, converted.text).ok || converted.losses > 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    ValidateAndConvert(data, size);
  } catch (const std::bad_alloc&) {
    // The command line reports this error, as in lowering_fuzzer.cc.
  }
  return 0;
}
