#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/lang/starlark/interpreter.h"
#include "src/source/source_file.h"
#include "src/templating/annotated.h"
#include "src/templating/session.h"
#include "src/yaml/document.h"

// ytt's templates: YAML with Starlark in `#@` comments, and text with Starlark in `(@ … @)`.
//
// A template becomes one Starlark program whose host statements start a node, set its value or evaluate
// annotation arguments. Spans of code and YAML stay exact, and unchanged parts are shared with the file.
// Source: ytt 0.52, pkg/yamltemplate, pkg/texttemplate, pkg/template.
namespace kval::templating {

struct TemplateOptions {
  bool ignore_unknown_comments = false;     // `# x` in a template is a plain comment
  bool implicit_map_key_overrides = false;  // a repeated key wins without `@yaml/map-key-override`
};

// A compiled template. Opaque; made and owned by an Engine.
class Template;

struct Output {
  std::vector<AnnotatedDocument> documents;  // of a YAML template, in order, including null documents
  std::string text;                          // of a text template
  starlark::Module* globals = nullptr;       // for load(); null when the file has no code
  bool ok = false;                           // false: errors were reported
};

// Compiles, runs and owns templates. Must outlive the interpreter, which may call functions that templates
// define.
class Engine {
 public:
  explicit Engine(const Session& session);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const Session& session() const { return session_; }

  // Compiles a YAML file. Read it with yaml::DuplicateKeys::kKeep if it has templating, because evaluation
  // determines duplicate keys. Without templating the file is used as is, at no cost. Returns null after
  // reporting errors. `environment` must outlive the engine.
  const Template* Compile(const yaml::File& file, const starlark::Environment& environment,
                          const TemplateOptions& options);
  // A text file (`.txt`).
  const Template* CompileText(const source::SourceFile& file, const starlark::Environment& environment,
                              const TemplateOptions& options);
  // A Starlark file (`.star`).
  const Template* CompileCode(const source::SourceFile& file, const starlark::Environment& environment);

  // Runs a template. Reports failures with their location and the chain of calls.
  Output Run(const Template& compiled);

 private:
  const Template* Keep(std::unique_ptr<Template> compiled);

  Session session_;
  std::vector<std::unique_ptr<Template>> templates_;
};

// Returns whether a comment makes the file a template, which is then run and must not contain plain comments.
bool HasTemplating(const yaml::File& file);

}  // namespace kval::templating
