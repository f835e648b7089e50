#include "tests/templating/project.h"

#include "src/diag/kind.h"
#include "src/lang/starlark/ops.h"
#include "src/merge/key_text.h"

namespace kval::templating {
namespace {

starlark::InterpreterOptions MakeOptions(TemplateLoader* loader) {
  starlark::InterpreterOptions options;
  options.loader = loader;
  return options;
}

std::string Annotations(const AnnotationTable& annotations, const value::Value* node) {
  std::string text;
  for (const Annotation& annotation : annotations.Of(node)) {
    text += "@" + std::string(annotation.name) + "(";
    bool is_first = true;
    for (const AnnotationArgument& argument : annotation.arguments) {
      text += (is_first ? "" : ", ") + (argument.keyword.empty() ? "" : std::string(argument.keyword) + "=") +
              starlark::Repr(argument.value);
      is_first = false;
    }
    text += ") ";
  }
  return text;
}

std::string Write(const value::Value& value, const AnnotationTable& annotations) {
  std::string text;
  if (value.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : value.entries()) {
      text += (text.empty() ? "" : ", ") + Annotations(annotations, entry.key) +
              Write(*entry.key, annotations) + ": " + Write(*entry.value, annotations);
    }
    return "{" + text + "}";
  }
  if (value.kind == value::Kind::kSequence) {
    for (const value::Value* item : value.items()) {
      text += (text.empty() ? "" : ", ") + Annotations(annotations, item) + Write(*item, annotations);
    }
    return "[" + text + "]";
  }
  return value.kind == value::Kind::kNull ? "null" : merge::KeyText(value);
}

}  // namespace

Project::Project(Files files)
    : interpreter(&sources, MakeOptions(&loader)),
      engine(Session{&interpreter, &sources, &builder, &annotations, &emit}),
      files_(std::move(files)) {
  modules.emplace("template", starlark::Value(MakeTemplateModule(interpreter.heap())));
}

const source::SourceFile& Project::File(const std::string& name) {
  const source::SourceFile*& file = sources_by_name_[name];
  if (file == nullptr) {
    file = &sources.AddText(name, files_[name]);
  }
  return *file;
}

Output Project::Run(const std::string& name) {
  yaml::ReadOptions read_options;
  read_options.duplicates = yaml::DuplicateKeys::kKeep;
  loader.Attach(&engine, &interpreter.universe(), options, read_options);
  const source::SourceFile& file = File(name);
  const Template* compiled = nullptr;
  if (name.ends_with(".txt")) {
    compiled = engine.CompileText(file, interpreter.universe(), options);
  } else {
    compiled =
        engine.Compile(yaml::ReadFile(file, read_options, arena, emit), interpreter.universe(), options);
  }
  return compiled == nullptr ? Output() : engine.Run(*compiled);
}

starlark::Outcome<const source::SourceFile*> Project::Find(std::string_view module, std::string_view) {
  if (files_.count(std::string(module)) == 0) {
    return starlark::EvalFailure("cannot load " + std::string(module) + ": there is no such file");
  }
  return &File(std::string(module));
}

starlark::Outcome<starlark::Module*> Project::Find(starlark::Interpreter& from, std::string_view name,
                                                   std::string_view) {
  const auto found = modules.find(name);
  if (found == modules.end()) {
    return nullptr;
  }
  auto* members = from.heap().New<starlark::Module>(std::string(name));
  members->Define(name, found->second);
  return members;
}

std::vector<std::string> Project::Messages() const {
  std::vector<std::string> messages;
  for (const diag::Diagnostic& diagnostic : collector.Sorted()) {
    const source::Span at = diagnostic.labels.empty() ? source::Span() : diagnostic.labels[0].span;
    std::string place = "?";
    if (at.has_value()) {
      const source::LineColumn line = sources.Locate(at.begin);
      place = std::to_string(line.line) + ":" + std::to_string(line.column);
    }
    messages.push_back(diag::CodeOf(diagnostic.kind) + " " + place + " " + diagnostic.message);
  }
  return messages;
}

std::string Project::Hint() const {
  return collector.diagnostics().empty() ? "" : collector.diagnostics().front().hint;
}

std::string Write(const Output& output, const AnnotationTable& annotations) {
  std::string text;
  for (const AnnotatedDocument& document : output.documents) {
    text += (text.empty() ? "" : " --- ") + Annotations(annotations, document.node) +
            Write(*document.root, annotations);
  }
  return text;
}

}  // namespace kval::templating
