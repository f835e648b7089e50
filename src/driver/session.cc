#include "src/driver/session.h"

#include "annotations/overlay/module.h"
#include "src/report/text.h"
#include "src/templating/fragment.h"

namespace kval::driver {
namespace {

starlark::InterpreterOptions StarlarkOptions(Session& session) {
  starlark::InterpreterOptions options;
  options.limits = session.limits;
  options.loader = &session.loader;
  options.print = [&session](std::string_view line) {
    session.printed += report::EscapeLineStart(line) + "\n";
  };
  options.undefined_hint = [&session](std::string_view name, std::string_view program) {
    return session.loader.HintForUndefinedName(name, program);
  };
  return options;
}

// Modules for programs outside of libraries; files have their own (libraries/library_loader.h).
modules::ModuleTable::MakeModule EmptyModule(starlark::Heap& heap, std::string_view name) {
  return [&heap, name] { return starlark::Value(heap.New<starlark::Module>(std::string(name))); };
}

}  // namespace

Session::Session(const Limits& given_limits) : Session(given_limits, nullptr) {}

Session::Session(const Session* below) : Session(below->limits, below) {}

Session::Session(const Limits& given_limits, const Session* below)
    : limits(given_limits),
      sources(below == nullptr ? nullptr : &below->sources),
      findings(given_limits.findings),
      flag_strings(below == nullptr ? nullptr : &below->flag_strings),
      flag_hints(&sources, &flag_strings, &findings),
      text_lines(&sources, &flag_hints),
      library_calls(&text_lines),
      emit(&library_calls),
      model(&interner),
      build(&arena),
      annotations(below == nullptr ? nullptr : &below->annotations),
      template_files(&templates, &starlark, &arena, &emit),
      loader({&template_files, &templates, &starlark, &build, &library_calls}),
      starlark(&sources, StarlarkOptions(*this)),
      templates(templating::Session{&starlark, &sources, &build, &annotations, &emit, &text_lines}),
      parent_(below) {
  auto table = std::make_unique<modules::ModuleTable>(&starlark, modules::ModuleOptions{});
  table->AddHost("overlay",
                 [this] { return starlark::Value(annotations::MakeOverlayModule(overlay_context())); });
  table->AddHost("template",
                 [this] { return starlark::Value(templating::MakeTemplateModule(starlark.heap())); });
  table->AddHost("data", EmptyModule(starlark.heap(), "data"));
  table->AddHost("library", EmptyModule(starlark.heap(), "library"));
  loader.Attach(std::move(table));
}

void Session::Freeze() {
  sources.Freeze();
  frozen_ = SecretKeys();
}

types::Model& Session::NewModel() {
  models_.push_back(std::make_unique<types::Model>(&interner));
  return *models_.back();
}

types::SecretKeys Session::SecretKeys() const {
  types::SecretKeys keys = merged_keys_;
  keys.Add(types::SensitiveKeys(model));
  for (const std::unique_ptr<types::Model>& other : models_) {
    keys.Add(types::SensitiveKeys(*other));
  }
  if (parent_ != nullptr) {
    keys.Add(parent_->frozen_);
  }
  return keys;
}

}  // namespace kval::driver
