#include "src/driver/plan_listing.h"

#include <algorithm>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/driver/documents.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/inputs/classify.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/kcl/files.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/schemas/schema_modeline.h"

namespace kval::driver {
namespace {

constexpr std::string_view kSchema = "schema";

bool IsSchema(const ClassifiedInput& file) {
  return (file.purpose == InputPurpose::kAnnotated && file.is.has_schema) ||
         file.purpose == InputPurpose::kJsonSchema || file.purpose == InputPurpose::kDefinitions;
}

std::string_view RoleOf(const ClassifiedInput& file) {
  switch (file.purpose) {
    case InputPurpose::kText:
      return "text template";
    case InputPurpose::kTemplate:
      return "template";
    case InputPurpose::kForeign:
      return "unsupported schema";
    case InputPurpose::kOutput:
    case InputPurpose::kManifest:
      return "output";
    case InputPurpose::kAnnotated:
    case InputPurpose::kJsonSchema:
    case InputPurpose::kDefinitions:
      return IsSchema(file) ? kSchema : "values";
    case InputPurpose::kValues:
    case InputPurpose::kInvalidHeader:
      break;
  }
  return "values";
}

// The schema that the inputs name in a comment, which is loaded.
void AddNamedSchema(const DriverOptions& options, InputFileReader& reader, Session& session,
                    ListedCheck& listed) {
  const size_t known = session.files.size();
  Documents documents;
  if (LoadModelineSchema(options, reader, session, documents) != ModelineResult::kLoaded) {
    return;
  }
  for (size_t i = known; i < session.files.size(); ++i) {
    const LibraryFile& file = *session.files[i];
    const bool is_kcl = file.input.disk_path.ends_with(".k");
    const Classification is = ClassifyUnread(file, options, session);
    listed.inputs.push_back({file.input.disk_path, kSchema,
                             LanguageName(is_kcl ? SchemaLanguage::kKcl : is.language),
                             "a comment in the values names it"});
  }
}

// The inputs of a check: as the run classifies them. Moves the findings to `target` if one cannot be read.
bool AddInputs(const PlannedCheck& check, InputFileReader& reader, Session& target, ListedCheck& listed) {
  Session session(check.options.limits);
  DriverOptions options = check.options;
  if (!LoadRootLibrary(options, reader, session)) {
    FileResult failed;
    failed.Take(session);
    MergeInto(std::move(failed), target.sources.file_count(), target);
    return false;
  }
  const std::vector<std::string> programs = KclFiles(session);
  options.definitions_are_schemas = programs.empty() && options.unchecked != UncheckedPolicy::kSilent;
  options.dialect = DialectOfValues(options, reader, session);
  listed.dialect = value::DialectName(options.dialect);
  for (const std::string& program : programs) {
    listed.inputs.push_back({program, kSchema, LanguageName(SchemaLanguage::kKcl), "it is a KCL file"});
  }
  for (const ClassifiedInput& file : Classify(options, session.library, session)) {
    const bool is_schema = IsSchema(file);
    listed.inputs.push_back({file.file->input.disk_path, RoleOf(file),
                             is_schema ? LanguageName(file.is.language) : std::string_view(), file.is.why});
  }
  const auto is_schema = [](const ListedFile& file) { return file.role == kSchema; };
  if (std::none_of(listed.inputs.begin(), listed.inputs.end(), is_schema)) {
    AddNamedSchema(options, reader, session, listed);
  }
  std::stable_partition(listed.inputs.begin(), listed.inputs.end(), is_schema);
  return true;
}

}  // namespace

std::optional<ListedCheck> ListCheck(const PlannedCheck& check, InputFileReader& reader, Session& session) {
  ListedCheck listed;
  listed.method = check.method;
  listed.why = check.why;
  listed.chart = check.chart;
  std::string_view role = "document";
  switch (check.method) {
    case CheckMethod::kOneSet:
    case CheckMethod::kDocuments:
    case CheckMethod::kTemplates:
      if (!AddInputs(check, reader, session, listed)) {
        return std::nullopt;
      }
      break;
    case CheckMethod::kManifests:
      listed.dialect = value::DialectName(value::Dialect::kK8s);
      role = RoleName(FileRole::kManifest);
      for (const std::string& path : check.manifests.crds) {
        listed.inputs.push_back({path, kSchema, LanguageName(SchemaLanguage::kCrd), "it defines kinds"});
      }
      for (const PolicyOption& policy : check.manifests.policies) {
        listed.inputs.push_back({policy.path, kSchema, {}, "it is a policy for a kind"});
      }
      for (const std::string& path : check.manifests.paths) {
        listed.files.push_back({path, role, {}, {}});
      }
      break;
    case CheckMethod::kChart:
      listed.dialect = value::DialectName(value::Dialect::kHelm);
      for (const InputPath& input : check.options.inputs) {
        listed.inputs.push_back({input.path, "values", {}, "it overrides the values of the chart"});
      }
      break;
    case CheckMethod::kYamlOnly:
      listed.dialect = value::DialectName(check.options.dialect);
      for (const InputPath& input : check.options.inputs) {
        listed.files.push_back({input.path, role, {}, {}});
      }
      break;
  }
  for (const InputFile& file : check.files) {
    listed.files.push_back({file.path, role, {}, {}});
  }
  return listed;
}

std::vector<ListedCheck> ListChecks(const CheckPlan& plan, InputFileReader& reader, Session& session) {
  std::vector<ListedCheck> all;
  for (const PlannedCheck& check : plan.checks) {
    if (std::optional<ListedCheck> listed = ListCheck(check, reader, session)) {
      all.push_back(*std::move(listed));
    }
  }
  for (const Failure& failure : plan.unreadable) {
    diag::ReportReadFailure({}, failure, session.emit);
  }
  return all;
}

}  // namespace kval::driver
