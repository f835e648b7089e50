#include <cstddef>
#include <cstdint>
#include <string>

#include "annotations/overlay/apply.h"
#include "annotations/overlay/module.h"
#include "src/diag/collector.h"
#include "src/lang/starlark/interpreter.h"
#include "src/templating/fragment.h"
#include "src/templating/loader.h"
#include "src/templating/template.h"
#include "src/yaml/document.h"

// The input is three files, separated by NUL bytes: a YAML template, an overlay for it and a text template.
namespace kval::templating {
namespace {

// `@ytt:template` and `@ytt:overlay`.
class Modules final : public BuiltinModules {
 public:
  void Attach(const annotations::OverlayContext& context) { context_ = context; }
  starlark::Outcome<starlark::Module*> Find(starlark::Interpreter& interpreter, std::string_view name,
                                            std::string_view) override {
    auto* members = interpreter.heap().New<starlark::Module>(std::string(name));
    members->Define("template", starlark::Value(MakeTemplateModule(interpreter.heap())));
    members->Define("overlay", starlark::Value(annotations::MakeOverlayModule(context_)));
    return members;
  }

 private:
  annotations::OverlayContext context_{};
};

struct Run {
  Run()
      : interpreter(&sources, MakeOptions(&loader)),
        engine({&interpreter, &sources, &builder, &table, &emit}) {
    modules.Attach({&interpreter, &builder, &table, &emit});
    loader.Attach(&engine, &interpreter.universe(), {}, {});
  }
  static starlark::InterpreterOptions MakeOptions(TemplateLoader* loader) {
    starlark::InterpreterOptions options;
    options.loader = loader;
    options.limits.starlark_steps = 20'000;
    options.limits.starlark_calls = 100;
    options.limits.starlark_memory = size_t{32} << 20;
    return options;
  }
  Output Yaml(std::string text) {
    yaml::ReadOptions read;
    read.duplicates = yaml::DuplicateKeys::kKeep;
    const yaml::File file = yaml::ReadFile(sources.AddText("t.yml", std::move(text)), read, arena, emit);
    const Template* compiled = engine.Compile(file, interpreter.universe(), {});
    return compiled == nullptr ? Output() : engine.Run(*compiled);
  }

  Arena arena;
  value::Builder builder{&arena};
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emit{&collector};
  AnnotationTable table;
  FragmentCache fragments;
  Modules modules;
  TemplateLoader loader{nullptr, &modules};
  starlark::Interpreter interpreter;
  Engine engine;
};

}  // namespace
}  // namespace kval::templating

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string all(reinterpret_cast<const char*>(data), size);
  const size_t first = all.find('\0');
  const size_t second = first == std::string::npos ? first : all.find('\0', first + 1);
  kval::templating::Run run;
  const kval::templating::Output base = run.Yaml(all.substr(0, first));
  if (first != std::string::npos) {
    const kval::templating::Output over = run.Yaml(all.substr(first + 1, second - first - 1));
    const kval::annotations::OverlayContext context{&run.interpreter, &run.builder, &run.table, &run.emit,
                                                    &run.fragments};
    kval::annotations::OverlayAll(base.documents, {}, over.documents, context);
    if (!base.documents.empty() && !over.documents.empty()) {
      kval::annotations::Overlay(base.documents[0], over.documents[0], kval::merge::Defaults::kAnnotated,
                                 context);
      kval::annotations::Overlay(base.documents[0], over.documents[0], kval::merge::Defaults::kPlain,
                                 context);
    }
  }
  if (second != std::string::npos) {
    const kval::source::SourceFile& text = run.sources.AddText("t.txt", all.substr(second + 1));
    const kval::templating::Template* compiled = run.engine.CompileText(text, run.interpreter.universe(), {});
    if (compiled != nullptr) {
      run.engine.Run(*compiled);
    }
  }
  return 0;
}
