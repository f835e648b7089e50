#include "src/driver/libraries/file_modules.h"

#include "src/driver/libraries/data_module.h"
#include "src/driver/libraries/library_module.h"

namespace kval::driver {

void OpenFiles(source::FileReader& reader, Session& session) {
  session.loader.SetReader(&reader);
  session.loader.AddModule(
      "data", [&session](const ProgramContext& place) { return MakeDataModule(session, place); });
  session.loader.AddModule("library", [&session](const ProgramContext& place) {
    return starlark::Outcome<starlark::Module*>(MakeLibraryModule(session, place));
  });
}

}  // namespace kval::driver
