#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schemas/common_subset.h"
#include "schemas/conversion_warnings.h"
#include "schemas/json_schema/writer.h"
#include "schemas/kcl/writer.h"
#include "schemas/ytt/writer.h"
#include "src/driver/pipeline.h"
#include "src/driver/session.h"

// Compiles schemas and writes them in a schema language, for tests.
namespace kval::testing {

enum class Language { kYtt, kKcl, kJsonSchema };
constexpr Language kLanguages[] = {Language::kYtt, Language::kKcl, Language::kJsonSchema};

constexpr Language Other(Language language) {
  return language == Language::kYtt ? Language::kKcl : Language::kYtt;
}

constexpr const char* FileOf(Language language) {
  switch (language) {
    case Language::kYtt:
      return "schema.yml";
    case Language::kKcl:
      return "schema.k";
    case Language::kJsonSchema:
      return "schema.json";
  }
  return "";
}

// A compiled schema, and the findings of its compilation.
struct Compiled {
  std::unique_ptr<driver::Session> session = std::make_unique<driver::Session>();
  bool ok = false;

  std::string Dump() const { return ok ? types::Dump(session->model) : Findings(); }
  std::string Findings() const {
    std::string text = "not a schema\n";
    for (const diag::Diagnostic& finding : session->findings.Sorted()) {
      text += diag::Display(finding.path) + ": " + finding.message + "\n";
    }
    return text;
  }
};

inline Compiled Compile(source::FileReader& reader, const std::vector<std::string>& paths) {
  driver::DriverOptions options;
  for (const std::string& path : paths) {
    options.inputs.push_back({path, {}, driver::InputRole::kAuto});
  }
  Compiled compiled;
  const driver::PipelineResult result = driver::CompileSchemas(options, reader, *compiled.session);
  compiled.ok = result.failed_at == driver::Stage::kDone && result.has_schema;
  return compiled;
}

inline Compiled CompileText(Language language, const std::string& text) {
  source::MemoryFileReader reader;
  const std::string name = std::string("/") + FileOf(language);
  reader.Add(name, text);
  return Compile(reader, {name});
}

struct Converted {
  std::string text;
  size_t losses = 0;
};

inline std::string Write(driver::Session& session, Language to, schemas::ConversionWarnings& losses) {
  switch (to) {
    case Language::kYtt:
      schemas::LowerToCommon(session.model, losses);
      return schemas::ytt::WriteSchema(session.model, session.arena, losses);
    case Language::kKcl:
      schemas::LowerToCommon(session.model, losses);
      return schemas::kcl::WriteProgram(session.model, losses);
    case Language::kJsonSchema:
      return schemas::json_schema::WriteSchema(session.model, schemas::json_schema::Draft::k2020,
                                               session.arena, losses);
  }
  return {};
}

inline Converted Convert(Compiled& from, Language to) {
  schemas::ConversionWarnings losses("it", &from.session->sources, &from.session->emit);
  Converted converted;
  converted.text = Write(*from.session, to, losses);
  converted.losses = losses.count();
  return converted;
}

}  // namespace kval::testing
