// Loads, plans and checks a project. The input is a project file and the files it can reference, separated by
// NUL bytes. The run must terminate and every reporter must print the findings.
#include "src/project/load.h"
#include "src/project/plan.h"
#include "src/project/project_files.h"
#include "src/project/run.h"
#include "tests/fuzz/whole_run.h"

namespace {

constexpr const char* kNames[] = {".kval.yaml",  "schema.yml",   "base.yml",
                                  "env/dev.yml", "env/prod.yml", "s.schema.json"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  const std::vector<std::string> parts = fuzz::PartsOf(data, size);
  source::MemoryFileReader reader;
  for (size_t i = 0; i < parts.size() && i < std::size(kNames); ++i) {
    reader.Add(kNames[i], parts[i]);
  }
  const project::ProjectLocation here = project::LocationOf(".kval.yaml", {});
  driver::Session session(fuzz::SmallLimits());
  const std::optional<project::Loaded> loaded = project::Load(here, reader, session);
  if (loaded) {
    project::ProjectFiles tree(reader, here, project::ReadGlobs(loaded->declaration.exclude, session.emit));
    project::RunOptions options;
    options.base.limits = fuzz::SmallLimits();
    options.read_flags = [](const auto&, driver::DriverOptions&, std::string& message) {
      message = "flags are not tried here";
      return false;
    };
    options.jobs = 1;
    const std::vector<project::Check> checks = project::Plan(loaded->declaration, tree, session.emit);
    project::Run(checks, here, options, reader, session);
  }
  fuzz::ShowFindings(session);
  return 0;
}
