// The output of `kval values` is a fixed point: the schema accepts it as input and the output does not
// change. The input is a schema and values, separated by a NUL byte.
#include <optional>

#include "src/driver/pipeline.h"
#include "src/yaml/writer.h"
#include "tests/fuzz/whole_run.h"

namespace {

using namespace kval;

std::optional<std::string> Values(const std::string& schema, const std::string& values) {
  source::MemoryFileReader reader;
  reader.Add("schema.yml", "#@data/values-schema\n---\n" + schema);
  reader.Add("values.yml", values);
  driver::DriverOptions options;
  options.limits = fuzz::SmallLimits();
  options.inputs.push_back({"schema.yml", {}, driver::InputRole::kAuto});
  options.inputs.push_back({"values.yml", {}, driver::InputRole::kValues});
  driver::Session session(options.limits);
  const driver::PipelineResult result = driver::Run(options, reader, session);
  if (result.values == nullptr || session.emit.error_count() > 0) {
    return std::nullopt;
  }
  std::string out;
  yaml::WriteYaml(*result.values, {}, out);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<std::string> parts = fuzz::PartsOf(data, size);
  parts.resize(2);
  // Excludes inputs with several documents or with code: their output is not a fixed point. The output of
  // values that SOPS encrypted has no data for decryption, so that they are strings there.
  if (parts[0].find("#@") != std::string::npos || parts[1].find("#@") != std::string::npos ||
      parts[0].find("---") != std::string::npos || parts[1].find("---") != std::string::npos ||
      parts[1].find("ENC[") != std::string::npos) {
    return 0;
  }
  const std::optional<std::string> once = Values(parts[0], parts[1]);
  // go-yaml writes the float -0.0 as `-0`, which is read as the integer 0 (as in yaml_writer_fuzzer.cc).
  const bool has_negative_zero = once && once->find("-0\n") != std::string::npos;
  if (once && !has_negative_zero && once->size() < 4096) {
    const std::optional<std::string> again = Values(parts[0], *once);
    KVAL_CHECK(again && *again == *once);
  }
  return 0;
}
