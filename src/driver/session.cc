#include "src/driver/session.h"

#include "annotations/overlay/module.h"
#include "src/template/fragment.h"

namespace kval::driver {
namespace {

starlark::Options StarlarkOptions(Session& session) {
  starlark::Options options;
  options.loader = &session.loader;
  options.print = [&session](std::string_view line) { session.printed += std::string(line) + "\n"; };
  return options;
}

// What `data` is inside schemas and data values: there are no values yet.
starlark::Value EmptyData(starlark::Heap& heap) {
  auto* data = heap.New<starlark::Module>("data");
  data->Define("values", heap.NewStruct({}));
  return data;
}

}  // namespace

Session::Session()
    : emit(&findings),
      model(&interner),
      build(&arena),
      loader(&program_files, &program_modules),
      starlark(&sources, StarlarkOptions(*this)),
      templates(templating::Session{&starlark, &sources, &build, &annotations, &emit}) {
  auto table = std::make_unique<modules::ModuleTable>(&starlark, modules::Options{});
  table->AddHost("overlay", annotations::MakeOverlayModule(overlay_context()));
  table->AddHost("template", templating::MakeTemplateModule(starlark.heap()));
  table->AddHost("data", EmptyData(starlark.heap()));
  program_modules.Attach(std::move(table));
}

}  // namespace kval::driver
