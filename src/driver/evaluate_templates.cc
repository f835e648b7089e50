#include "src/driver/evaluate_templates.h"

#include <set>
#include <string>
#include <utility>

#include "src/driver/findings/file_verdict.h"
#include "src/driver/render.h"

namespace kval::driver {
namespace {

// Where the plain files are read that are values and were named themselves.
std::set<std::string> PlainValues(const Documents& documents, const Session& session) {
  std::set<const source::SourceFile*> texts;
  for (const ValuesDocument& values : documents.values) {
    texts.insert(values.plain_file);
  }
  std::set<std::string> paths;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (file->input.source != nullptr && !file->input.from_directory &&
        texts.count(file->input.source) != 0) {
      paths.insert(file->input.disk_path);
    }
  }
  return paths;
}

}  // namespace

void EvaluateTemplates(const Options& given_options, const Documents& documents, source::FileReader& reader,
                       Session& session) {
  Options options = given_options;
  options.unchecked = Unchecked::kSilent;
  options.places_by_path = true;
  const std::set<std::string> values = PlainValues(documents, session);
  for (InputPath& input : options.inputs) {
    if (input.role == Role::kAuto && values.count(input.path) != 0) {
      input.role = Role::kValues;
    }
  }
  Session rendering(session.limits);
  rendering.steps = session.StepsTaken();
  Render(options, RenderGoal::kOutput, reader, rendering);
  FileVerdict verdict;
  verdict.Take(rendering);
  verdict.steps -= session.StepsTaken();
  HandOver(std::move(verdict), session.sources.file_count(), session);
}

}  // namespace kval::driver
