#include "tests/driver/application_sets.h"

#include "src/driver/kubernetes/manifest_variables.h"
#include "src/driver/releases/application_sets.h"
#include "src/driver/releases/chart_lookup.h"
#include "src/driver/releases/release_context.h"
#include "src/driver/releases/release_objects.h"
#include "src/driver/session.h"
#include "src/helm/context.h"
#include "src/helm/tables.h"
#include "src/helm/values_text.h"
#include "src/yaml/json_writer.h"

namespace kval::driver {

GeneratedApplications GenerateFrom(const std::string& path, source::FileReader& reader) {
  Session session;
  helm::TableArena forest(&session.arena);
  helm::HelmContext environment{reader,       session.sources, session.arena,        forest,
                                session.emit, session.limits,  &session.flag_strings};
  const ReleaseObjects objects;
  const ManifestVariables variables;
  ChartLookup charts({}, reader);
  GeneratedApplications generated;
  const Result<const source::SourceFile*> file = session.sources.LoadOnce(reader, "", path, path);
  if (file) {
    ReleaseContext context(path, "", **file, objects, charts, variables, environment);
    for (const value::Value* set : helm::ReadDocuments(**file, environment)) {
      GenerateApplications(*set, context, [&](const value::Value& application, bool is_complete) {
        std::string text(is_complete ? "" : "?");
        yaml::WriteJson(application, {}, text);
        generated.applications.push_back(std::move(text));
      });
    }
  }
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    generated.messages.push_back(finding.message);
  }
  return generated;
}

}  // namespace kval::driver
