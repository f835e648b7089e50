#include "src/driver/libraries/file_modules.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/driver/libraries/data_module.h"
#include "src/driver/libraries/library_loader.h"
#include "src/driver/libraries/library_value.h"
#include "src/driver/template_runtime.h"
#include "src/lang/starlark/interpreter.h"
#include "src/modules/native.h"
#include "src/support/substitute.h"

namespace kval::driver {
namespace {

using starlark::Call;
using starlark::EvalFailure;
using starlark::Outcome;
using starlark::Status;
using starlark::Value;

struct OptionKeyword {
  std::string_view name;
  bool DriverOptions::*option;
};

constexpr OptionKeyword kOptionKeywords[] = {
    {"ignore_unknown_comments", &DriverOptions::ignore_unknown_comments},
    {"implicit_map_key_overrides", &DriverOptions::implicit_map_key_overrides},
    {"strict", &DriverOptions::strict_yaml},
};

constexpr std::string_view kDisableValidation = "dangerous_data_values_disable_validation";

// The options of a library: those of its user, overridden by the call's.
Outcome<std::shared_ptr<const DriverOptions>> OptionsOf(const Call& call, const DriverOptions& from) {
  if (Status known =
          modules::ExpectKeywords(call, {"alias", "ignore_unknown_comments", "implicit_map_key_overrides",
                                         "strict", "dangerous_data_values_disable_validation"});
      !known) {
    return known.Pass();
  }
  auto options = std::make_shared<DriverOptions>(from);
  options->inputs.clear();
  options->flags.clear();
  options->file_marks.clear();
  options->renders = true;
  for (const OptionKeyword& keyword : kOptionKeywords) {
    bool& option = (*options).*keyword.option;
    Outcome<bool> given = modules::BoolKeyword(call, keyword.name, option);
    if (!given) {
      return given.Pass();
    }
    option = *given;
  }
  // Once it is disabled, libraries cannot enable it again.
  Outcome<bool> disabled = modules::BoolKeyword(call, kDisableValidation, false);
  if (!disabled) {
    return disabled.Pass();
  }
  options->validate = options->validate && !*disabled;
  return std::shared_ptr<const DriverOptions>(std::move(options));
}

Outcome<Value> Get(const Call& call, const ProgramContext& place, Session& session) {
  if (Status exact = modules::ExpectExactly(call, 1); !exact) {
    return exact.Pass();
  }
  Outcome<std::string_view> path = modules::TextOf(call.args.positional[0]);
  if (!path) {
    return path.Pass();
  }
  Outcome<std::shared_ptr<const DriverOptions>> options = OptionsOf(call, *place.scope->options);
  if (!options) {
    return options.Pass();
  }
  std::string alias;
  if (const Value given = call.args.Keyword("alias"); given.is_set()) {
    Outcome<std::string_view> text = modules::TextOf(given);
    if (!text) {
      return text.Pass();
    }
    alias = *text;
  }
  if (path->starts_with("@")) {
    return EvalFailure(Substitute("expected the library without `@`, found `{}`", *path));
  }
  Result<const Library*> library =
      place.current->FindLibrary(*path, session.runtime->loader.characters_compared());
  if (!library) {
    return EvalFailure(diag::Kind::kUnresolvedImport, library.failure().message);
  }
  return Value(std::make_shared<LibraryValue>(session, **library, LibraryRef{std::string(*path), alias},
                                              *options, place.scope->library_values,
                                              place.scope->library_schemas)
                   ->AsModule());
}

// The module that `load("@ytt:library", "library")` returns for a file at `place`: `get(path, alias=,
// ignore_unknown_comments=, implicit_map_key_overrides=, strict=, dangerous_data_values_disable_validation=)`
// returns a library with `with_data_values(v, plain=)`, `with_data_values_schema(v)`, `eval()`, `export(name,
// path=)`, `data_values()`. A library is evaluated once for the given values. Its errors are reported at
// their places. Source: ytt pkg/workspace/library_module.go.
starlark::Module* MakeLibraryModule(Session& session, const ProgramContext& place) {
  starlark::Heap& heap = session.runtime->starlark.heap();
  auto* library = heap.New<starlark::Module>("library");
  modules::Define(heap, *library, "get",
                  [place, &session](const Call& call) { return Get(call, place, session); });
  return library;
}

}  // namespace

void OpenFiles(source::FileReader& reader, Session& session) {
  session.runtime->loader.SetReader(&reader);
  session.runtime->loader.AddModule(
      "data", [&session](const ProgramContext& place) { return MakeDataModule(session, place); });
  session.runtime->loader.AddModule("library", [&session](const ProgramContext& place) {
    return starlark::Outcome<starlark::Module*>(MakeLibraryModule(session, place));
  });
}

}  // namespace kval::driver
