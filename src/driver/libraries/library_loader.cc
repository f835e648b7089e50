#include "src/driver/libraries/library_loader.h"

#include <algorithm>

#include "src/support/substitute.h"
#include "src/templating/loader.h"

namespace kval::driver {
namespace {

using starlark::EvalFailure;
using starlark::Outcome;

constexpr size_t kDepthLimit = 128;

// What load() takes names from: `name` is the only one.
starlark::Module* Wrapped(starlark::Heap& heap, std::string_view name, starlark::Module* module) {
  auto* members = heap.New<starlark::Module>(std::string(name));
  members->Define(name, module);
  return members;
}

// Whether a path goes up: loaded files are always among the inputs.
bool HasParentStep(std::string_view path) {
  return path == ".." || path.starts_with("../") || path.ends_with("/..") ||
         path.find("/../") != std::string_view::npos;
}

EvalFailure NotFound(std::string_view module, const Failure& why) {
  constexpr std::string_view kQuestion = "; did you mean ";
  const std::string_view text = why.message;
  const size_t question = text.find(kQuestion);
  std::string hint = "only files given with -f can be loaded";
  if (question != std::string_view::npos) {
    hint = "did you mean " + std::string(text.substr(question + kQuestion.size()));
  }
  return EvalFailure(diag::Kind::kUnresolvedImport,
                     Substitute("cannot load {}: {}", module, text.substr(0, question)))
      .Hint(std::move(hint));
}

}  // namespace

std::string LibraryLoader::HintForUndefinedName(std::string_view name, std::string_view program) const {
  const std::vector<std::string_view> names = table_->Names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    return {};
  }
  const std::string_view mark = program.ends_with(".star") ? "" : "#@ ";
  return Substitute("load the module at the top of the file: `{}load(\"@ytt:{}\", \"{}\")`", mark, name,
                    name);
}

EvaluationScope& LibraryLoader::NewScope(const DriverOptions& options) {
  scopes_.emplace_back();
  scopes_.back().options = &options;
  return scopes_.back();
}

templating::Output LibraryLoader::Run(const LibraryFile& file, const Library& root, EvaluationScope& scope) {
  templating::Output output;
  if (!file.is_template && !file.is_library && file.type == FileType::kText) {
    output.text = file.input.source->text();
    output.ok = true;
    return output;
  }
  if (!file.is_template && !file.is_library) {
    const YamlText& text = tools_.files->Read(file, *scope.options);
    for (const yaml::Document& document : text.file.documents) {
      output.documents.push_back({tools_.build->Null(document.marker), document.root, document.span, false,
                                  document.may_be_suspicious});
    }
    output.ok = text.ok;
    return output;
  }
  const templating::Template* compiled = tools_.files->Compile(file, *scope.options);
  if (compiled == nullptr) {
    return output;
  }
  places_.push_back({file.library, &root, &scope});
  output = tools_.engine->Run(*compiled);
  places_.pop_back();
  return output;
}

const LoadedFile& LibraryLoader::Globals(const LibraryFile& file, const Library& root,
                                         EvaluationScope& scope) {
  const auto [known, is_new] = scope.loaded.try_emplace({&file, &root});
  LoadedFile& loaded = known->second;
  if (!is_new) {
    return loaded;
  }
  const bool is_readable = file.type != FileType::kYaml || tools_.files->Read(file, *scope.options).ok;
  const templating::Output output = is_readable ? Run(file, root, scope) : templating::Output();
  loaded.state = output.ok ? LoadedFile::LoadState::kDone : LoadedFile::LoadState::kFailed;
  loaded.members =
      output.globals == nullptr ? tools_.starlark->heap().New<starlark::Module>(file.path) : output.globals;
  return loaded;
}

Outcome<starlark::Module*> LibraryLoader::Load(starlark::Interpreter&, std::string_view module,
                                               std::string_view, source::Span at) {
  if (module.starts_with(templating::kBuiltinPrefix)) {
    return LoadBuiltin(module.substr(templating::kBuiltinPrefix.size()));
  }
  if (places_.empty()) {
    return EvalFailure(diag::Kind::kUnresolvedImport,
                       Substitute("cannot load {}: files cannot be loaded here", module));
  }
  const ProgramContext from = places_.back();
  const Library* root = from.root;
  const Library* directory = from.current;
  std::string_view path = module;
  if (module.starts_with("@")) {
    const size_t colon = module.find(':');
    if (colon == std::string_view::npos) {
      return EvalFailure(diag::Kind::kUnresolvedImport,
                         Substitute("cannot load {}: expected `@library:path` or `@ytt:module`", module));
    }
    Result<const Library*> library =
        directory->FindLibrary(module.substr(1, colon - 1), characters_compared_);
    if (!library) {
      return NotFound(module, library.failure());
    }
    root = directory = *library;
    path = module.substr(colon + 1);
  }
  if (path.starts_with("/")) {
    directory = root;
    path.remove_prefix(1);
  }
  if (HasParentStep(path)) {
    return EvalFailure(diag::Kind::kImportEscapesRoot,
                       Substitute("cannot load {}: `..` is not allowed", module))
        .Hint("a path that begins with `/` starts at the top of the inputs");
  }
  Result<LibraryFile*> file = directory->FindFile(path, characters_compared_);
  if (!file) {
    return NotFound(module, file.failure());
  }
  return LoadFile(**file, *root, *from.scope, at);
}

Outcome<starlark::Module*> LibraryLoader::LoadBuiltin(std::string_view name) {
  starlark::Heap& heap = tools_.starlark->heap();
  const auto of_file = of_files_.find(name);
  if (places_.empty() || of_file == of_files_.end()) {
    return table_->Load(name);
  }
  Outcome<starlark::Module*> made = of_file->second(places_.back());
  return made.ok() ? Outcome<starlark::Module*>(Wrapped(heap, name, *made)) : made.Pass();
}

Outcome<starlark::Module*> LibraryLoader::LoadFile(const LibraryFile& file, const Library& root,
                                                   EvaluationScope& scope, source::Span at) {
  if (!file.is_library) {
    return EvalFailure(diag::Kind::kUnresolvedImport,
                       Substitute("cannot load {}: it is not a library file",
                                  file.input.source == nullptr ? file.path : file.input.source->name()))
        .Hint(
            "the name of a library file ends in .lib.yml, .lib.txt or .star; `data.read(…)` reads any file");
  }
  if (places_.size() >= kDepthLimit) {
    return EvalFailure(Substitute("cannot load {}: files load each other too deeply", file.path));
  }
  tools_.calls->Enter(at, Substitute("`{}` is loaded here", file.path));
  const LoadedFile& loaded = Globals(file, root, scope);
  tools_.calls->Leave();
  switch (loaded.state) {
    case LoadedFile::LoadState::kRunning:
      return EvalFailure(Substitute("cannot load {}: cycle in load graph", file.input.source->name()));
    case LoadedFile::LoadState::kFailed:
      return starlark::AlreadyReported(
          Substitute("cannot load {}: it has mistakes", file.input.source->name()));
    case LoadedFile::LoadState::kDone:
      break;
  }
  return loaded.members;
}

}  // namespace kval::driver
