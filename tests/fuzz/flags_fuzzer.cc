// Applies arbitrary value flags to an arbitrary schema. The input is the schema, then the flags, separated by
// NUL bytes. The first character of a flag selects its kind.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/driver/pipeline.h"
#include "tests/fuzz/whole_run.h"

namespace {

struct Flag {
  char sign;
  kval::driver::FlagKind kind;
  const char* name;
};

using enum kval::driver::FlagKind;
constexpr Flag kFlags[] = {
    {'v', kValue, "--data-value"},
    {'y', kValueYaml, "--data-value-yaml"},
    {'f', kValueFile, "--data-value-file"},
    {'e', kEnv, "--data-values-env"},
    {'E', kEnvYaml, "--data-values-env-yaml"},
    {'F', kValuesFile, "--data-values-file"},
    {'s', kSet, "--set"},
    {'S', kSetString, "--set-string"},
    {'j', kSetJson, "--set-json"},
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  const std::vector<std::string> parts = fuzz::PartsOf(data, size);
  source::MemoryFileReader reader;
  reader.Add("schema.yml", "#@data/values-schema\n---\n" + parts[0]);
  reader.Add("file", "a: 1\n");
  driver::DriverOptions options;
  options.limits = fuzz::SmallLimits();
  options.inputs.push_back({"schema.yml", {}, driver::InputRole::kAuto});
  std::vector<std::string> variables;
  for (size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].empty()) {
      continue;
    }
    if (parts[i][0] == 'x') {
      variables.push_back(parts[i].substr(1));
    }
    for (const Flag& flag : kFlags) {
      if (flag.sign == parts[i][0]) {
        options.flags.push_back({flag.kind, flag.name, parts[i].substr(1)});
      }
    }
  }
  options.environment = std::make_shared<const std::vector<std::string>>(std::move(variables));
  driver::Session session(options.limits);
  driver::Run(options, reader, session);
  fuzz::ShowFindings(session);
  return 0;
}
