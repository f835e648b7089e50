// Infers a schema from values. For every readable input, the inferred schema must compile in each schema
// language and must accept the values.
#include <new>

#include "schemas/infer/infer.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/schemas/json_keys.h"
#include "src/report/escape_controls.h"
#include "tests/fuzz/whole_run.h"
#include "tests/schemas/conversion.h"

namespace {

using namespace kval;
using testing::Language;

bool Fits(const std::string& schema, Language language, const std::string& text) {
  source::MemoryFileReader reader;
  driver::DriverOptions options;
  options.limits = fuzz::SmallLimits();
  reader.Add(testing::FileOf(language), schema);
  reader.Add("values.yml", text);
  options.inputs.push_back({testing::FileOf(language), {}, driver::InputRole::kSchema});
  options.inputs.push_back({"values.yml", {}, driver::InputRole::kValues});
  driver::Session session(options.limits);
  driver::Run(options, reader, session);
  fuzz::ShowFindings(session);
  return session.emit.error_count() == 0;
}

void InferAndValidate(const std::string& text) {
  for (const Language language : {Language::kYtt, Language::kJsonSchema}) {
    driver::Session session(fuzz::SmallLimits());
    const source::SourceFile& file = session.sources.AddText("values.yml", text);
    const bool is_json = language == Language::kJsonSchema;
    const value::Dialect dialect = is_json ? value::Dialect::kYaml12 : value::Dialect::kYtt;
    yaml::File sample = yaml::ReadFile(file, driver::ReadOptionsForDialect(dialect, session.limits),
                                       session.arena, session.emit);
    if (is_json) {
      driver::JsonKeys keys(session);
      for (yaml::Document& document : sample.documents) {
        document.root = keys.Of(*document.root);
      }
    }
    fuzz::ShowFindings(session);
    if (session.emit.error_count() > 0 || sample.documents.size() != 1) {
      return;
    }
    schemas::infer::InferOptions options;
    options.is_json_schema = is_json;
    options.with_enumerations = text.size() % 2 == 1;
    const yaml::File* samples[] = {&sample};
    schemas::infer::Infer(samples, options, session.model, session.arena);
    schemas::ConversionWarnings losses("it", &session.sources, &session.emit);
    const std::string schema =
        is_json ? report::EscapeControlsInJson(schemas::json_schema::WriteSchema(
                      session.model, schemas::json_schema::Draft::k7, session.arena, losses))
                : schemas::ytt::WriteSchema(session.model, session.arena, losses);
    KVAL_CHECK(losses.count() > 0 || Fits(schema, language, text));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    InferAndValidate(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const std::bad_alloc&) {
    // The command line reports this error, as in lowering_fuzzer.cc.
  }
  return 0;
}
