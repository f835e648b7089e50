#include "src/driver/evaluate_templates.h"

#include <set>
#include <string>
#include <utility>

#include "src/driver/findings/file_result.h"
#include "src/driver/render.h"

namespace kval::driver {
namespace {

// Where the plain files are read that are values and were named themselves.
std::set<std::string> PlainValues(const Documents& documents, const Session& session) {
  std::set<const source::SourceFile*> strings;
  for (const ValuesDocument& values : documents.values) {
    strings.insert(values.plain_file);
  }
  std::set<std::string> paths;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (file->input.source != nullptr && !file->input.from_directory &&
        strings.count(file->input.source) != 0) {
      paths.insert(file->input.disk_path);
    }
  }
  return paths;
}

}  // namespace

void EvaluateTemplates(const DriverOptions& given_options, const Documents& documents,
                       source::FileReader& reader, Session& session) {
  DriverOptions options = given_options;
  options.unchecked = UncheckedPolicy::kSilent;
  options.locations_by_path = true;
  const std::set<std::string> values = PlainValues(documents, session);
  for (InputPath& input : options.inputs) {
    if (input.role == InputRole::kAuto && values.count(input.path) != 0) {
      input.role = InputRole::kValues;
    }
  }
  Session rendering(session.limits);
  rendering.steps = session.StepsTaken();
  Render(options, RenderGoal::kOutput, reader, rendering);
  FileResult verdict;
  verdict.Take(rendering);
  verdict.steps -= session.StepsTaken();
  MergeInto(std::move(verdict), session.sources.file_count(), session);
}

}  // namespace kval::driver
