// Converts ytt and KCL schemas to the type model and back. Every valid schema can be dumped, exported and
// written in both languages, and the written schema compiles.
#include <new>

#include "src/openapi/export.h"
#include "src/types/model.h"
#include "src/yaml/json_writer.h"
#include "tests/fuzz/whole_run.h"
#include "tests/schemas/conversion.h"

namespace {

using namespace kval;
using testing::Language;

void ThereAndBack(const uint8_t* data, size_t size) {
  const Language language = data[0] == 'k' ? Language::kKcl : Language::kYtt;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  testing::Compiled compiled = testing::CompileText(
      language, language == Language::kYtt ? "#@data/values-schema\n---\n" + text : text);
  fuzz::ShowFindings(*compiled.session);
  if (!compiled.ok) {
    return;
  }
  std::vector<std::string> left_out;
  std::string out = compiled.Dump();
  yaml::WriteJson(*openapi::Export(compiled.session->model, {}, compiled.session->arena, left_out), {}, out);
  for (const Language to : {Language::kYtt, Language::kKcl}) {
    const testing::Converted converted = testing::Convert(compiled, to);
    KVAL_CHECK(testing::CompileText(to, converted.text).ok || converted.losses > 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    if (size > 0) {
      ThereAndBack(data, size);
    }
  } catch (const std::bad_alloc&) {
    // An infinite default, or stack or memory exhaustion. The libraries propagate the exception and the
    // command line reports it (src/cli/run_guarded).
  }
  return 0;
}
