#include "src/driver/template_runtime.h"

#include "annotations/overlay/module.h"
#include "src/driver/session.h"
#include "src/report/text.h"

namespace kval::driver {
namespace {

starlark::InterpreterOptions StarlarkOptions(TemplateRuntime& runtime) {
  starlark::InterpreterOptions options;
  options.limits = runtime.session.limits;
  options.loader = &runtime.loader;
  options.print = [&session = runtime.session](std::string_view line) {
    session.printed += report::EscapeLineStart(line) + "\n";
  };
  options.undefined_hint = [&loader = runtime.loader](std::string_view name, std::string_view program) {
    return loader.HintForUndefinedName(name, program);
  };
  return options;
}

// Modules for programs outside of libraries; files have their own (libraries/library_loader.h).
modules::ModuleTable::MakeModule EmptyModule(starlark::Heap& heap, std::string_view name) {
  return [&heap, name] { return starlark::Value(heap.New<starlark::Module>(std::string(name))); };
}

}  // namespace

TemplateRuntime::TemplateRuntime(Session& session_of)
    : session(session_of),
      files(&engine, &starlark, &session.arena, &session.emit),
      loader({&files, &engine, &starlark, &session.build, &session.library_calls}),
      starlark(&session.sources, StarlarkOptions(*this)),
      engine(templating::Session{&starlark, &session.sources, &session.build, &session.annotations,
                                 &session.emit, &session.text_lines}) {
  auto table = std::make_unique<modules::ModuleTable>(&starlark, modules::ModuleOptions{});
  table->AddHost("overlay",
                 [this] { return starlark::Value(annotations::MakeOverlayModule(overlay_context())); });
  table->AddHost("template",
                 [this] { return starlark::Value(templating::MakeTemplateModule(starlark.heap())); });
  table->AddHost("data", EmptyModule(starlark.heap(), "data"));
  table->AddHost("library", EmptyModule(starlark.heap(), "library"));
  loader.Attach(std::move(table));
}

annotations::OverlayContext TemplateRuntime::overlay_context() {
  return {&starlark, &session.build, &session.annotations, &session.emit, &fragments, &tables};
}

}  // namespace kval::driver
