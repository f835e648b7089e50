#include "src/templating/loader.h"

#include "src/support/substitute.h"

namespace kval::templating {
namespace {

using starlark::EvalFailure;
using starlark::Outcome;

bool HasSuffix(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

}  // namespace

void TemplateLoader::Attach(Engine* engine, const starlark::Environment* environment,
                            const TemplateOptions& options, const yaml::ReadOptions& read_options) {
  engine_ = engine;
  environment_ = environment;
  options_ = options;
  read_options_ = read_options;
  read_options_.duplicates = yaml::DuplicateKeys::kKeep;
}

Outcome<starlark::Module*> TemplateLoader::Load(starlark::Interpreter& interpreter, std::string_view module,
                                                std::string_view from, source::Span at) {
  if (module.substr(0, kBuiltinPrefix.size()) == kBuiltinPrefix) {
    const std::string_view name = module.substr(kBuiltinPrefix.size());
    Outcome<starlark::Module*> found =
        builtins_ == nullptr ? Outcome<starlark::Module*>(nullptr) : builtins_->Find(interpreter, name, from);
    if (found.ok() && *found == nullptr) {
      return EvalFailure(diag::Kind::kUnresolvedImport, Substitute("cannot load {}: unknown module", module))
          .At(at);
    }
    return found;
  }
  if (files_ == nullptr) {
    return EvalFailure(diag::Kind::kUnresolvedImport,
                       Substitute("cannot load {}: files cannot be loaded here", module))
        .At(at);
  }
  Outcome<const source::SourceFile*> file = files_->Find(module, from);
  if (!file) {
    return file.Pass();
  }
  return LoadFile(interpreter, **file);
}

Outcome<starlark::Module*> TemplateLoader::LoadFile(starlark::Interpreter& interpreter,
                                                    const source::SourceFile& file) {
  const auto [known, is_new] = loaded_.emplace(&file, nullptr);
  if (!is_new) {
    if (known->second == nullptr) {
      return EvalFailure(Substitute("cannot load {}: cycle in load graph", file.name()));
    }
    return known->second;
  }
  const Template* compiled = Compile(file);
  const Output output = compiled == nullptr ? Output() : engine_->Run(*compiled);
  if (!output.ok) {
    loaded_.erase(&file);
    return EvalFailure(Substitute("cannot load {}: it has mistakes", file.name()));
  }
  starlark::Module* members =
      output.globals == nullptr ? interpreter.heap().New<starlark::Module>(file.name()) : output.globals;
  loaded_[&file] = members;
  return members;
}

const Template* TemplateLoader::Compile(const source::SourceFile& file) {
  if (HasSuffix(file.name(), ".yml") || HasSuffix(file.name(), ".yaml")) {
    const Session& session = engine_->session();
    const yaml::File read = yaml::ReadFile(file, read_options_, session.builder->arena(), *session.emit);
    return engine_->Compile(read, *environment_, options_);
  }
  if (HasSuffix(file.name(), ".txt")) {
    return engine_->CompileText(file, *environment_, options_);
  }
  return engine_->CompileCode(file, *environment_);
}

}  // namespace kval::templating
