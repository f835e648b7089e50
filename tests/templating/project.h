#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/starlark/interpreter.h"
#include "src/templating/fragment.h"
#include "src/templating/loader.h"
#include "src/templating/template.h"

namespace kval::templating {

using Files = std::map<std::string, std::string>;

// Files in memory, and all objects that are needed to run templates.
class Project final : public FileFinder, public BuiltinModules {
 public:
  explicit Project(Files files = {});

  // Runs one file.
  Output Run(const std::string& name);

  starlark::Outcome<const source::SourceFile*> Find(std::string_view module, std::string_view from) override;
  starlark::Outcome<starlark::Module*> Find(starlark::Interpreter& interpreter, std::string_view name,
                                            std::string_view from) override;

  // Returns `KV233 3:1 message` for each diagnostic.
  std::vector<std::string> Messages() const;
  std::string Hint() const;

  TemplateOptions options;
  std::map<std::string, starlark::Value, std::less<>> modules;  // `@ytt:NAME`
  Arena arena;
  value::Builder builder{&arena};
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emit{&collector};
  AnnotationTable annotations;
  TemplateLoader loader{this, this};
  starlark::Interpreter interpreter;
  Engine engine;

 private:
  const source::SourceFile& File(const std::string& name);

  Files files_;
  std::map<std::string, const source::SourceFile*> sources_by_name_;
};

// Writes documents in flow style, joined by ` --- `: `{a: 1, b: [x]}`. Annotations precede their node as
// `@name(1, k=2)`.
std::string Write(const Output& output, const AnnotationTable& annotations);

}  // namespace kval::templating
