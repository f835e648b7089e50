#include "src/driver/libraries/data_module.h"

#include <string>
#include <string_view>
#include <vector>

#include "src/diag/read_failure.h"
#include "src/driver/session.h"
#include "src/driver/template_runtime.h"
#include "src/lang/starlark/convert.h"
#include "src/merge/key_text.h"
#include "src/modules/native.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"

namespace kval::driver {
namespace {

using starlark::Call;
using starlark::EvalFailure;
using starlark::Outcome;
using starlark::Value;

Outcome<Value> Convert(starlark::Heap& heap, const value::Value& document) {
  if (!HasStack()) {
    return EvalFailure(diag::Kind::kLimitCallDepth,
                       "the data values are nested more deeply than the stack allows");
  }
  if (heap.exhausted()) {
    return starlark::OutOfMemory(heap);
  }
  if (document.kind == value::Kind::kMapping) {
    std::vector<starlark::Struct::Field> fields;
    fields.reserve(document.entries().size());
    for (const value::Entry& entry : document.entries()) {
      Outcome<Value> made = Convert(heap, *entry.value);
      if (!made) {
        return made;
      }
      fields.emplace_back(merge::KeyText(*entry.key), *made);
    }
    return heap.NewStruct(std::move(fields));
  }
  if (document.kind == value::Kind::kSequence) {
    std::vector<Value> items;
    items.reserve(document.items().size());
    for (const value::Value* item : document.items()) {
      Outcome<Value> made = Convert(heap, *item);
      if (!made) {
        return made;
      }
      items.push_back(*made);
    }
    return heap.NewList(std::move(items));
  }
  return starlark::FromDocument(heap, document);
}

Outcome<Value> List(const Call& call, const ProgramContext& place) {
  if (call.args.positional.size() > 1) {
    return EvalFailure("expected exactly zero or one argument");
  }
  std::string_view path;
  if (!call.args.positional.empty()) {
    Outcome<std::string_view> text = modules::TextOf(call.args.positional[0]);
    if (!text) {
      return text.Pass();
    }
    path = *text;
  }
  const bool from_root = path.starts_with("/");
  const Library* library = from_root ? place.root : place.current;
  path.remove_prefix(from_root ? 1 : 0);
  if (!path.empty()) {
    Result<const Library*> found = library->FindDirectory(path);
    if (!found) {
      return EvalFailure(found.failure().message);
    }
    library = *found;
  }
  starlark::Heap& heap = call.interpreter.heap();
  std::vector<Value> paths;
  for (const LibraryFile* file : library->Files()) {
    paths.push_back(heap.NewString((from_root ? "/" : "") + std::string(library->PathOf(*file))));
  }
  return heap.NewList(std::move(paths));
}

Outcome<Value> Read(const Call& call, const ProgramContext& place, Session& session) {
  Outcome<std::string_view> text = modules::GetSingleString(call);
  if (!text) {
    return text.Pass();
  }
  std::string_view path = *text;
  const bool from_root = path.starts_with("/");
  path.remove_prefix(from_root ? 1 : 0);
  Result<LibraryFile*> file =
      (from_root ? place.root : place.current)->FindFile(path, session.runtime->loader.characters_compared());
  if (!file) {
    return EvalFailure(file.failure().message).Hint("only files given with -f can be read");
  }
  RunInput& input = (*file)->input;
  if (input.source == nullptr && session.runtime->loader.reader() == nullptr) {
    return EvalFailure("cannot read " + input.disk_path);
  }
  Result<const source::SourceFile*> source =
      input.source != nullptr ? input.source
                              : ReadInput(input, *session.runtime->loader.reader(), session.sources);
  if (!source) {
    return EvalFailure(diag::KindOfReadFailure(source.failure()), source.failure().message)
        .Hint(source.failure().hint);
  }
  return call.interpreter.heap().NewString((*source)->text());
}

// The data values of programs that are run before there are any: schemas and data values themselves.
class UnknownValues final : public starlark::HostValue {
 public:
  std::string_view TypeName() const override { return "struct"; }
  std::string Repr() const override { return "struct()"; }
  Outcome<Value> Attr(starlark::Interpreter&, std::string_view name) override {
    return EvalFailure(Substitute("struct has no .{} field or method", name))
        .Hint("only templates can read data values: schemas and data values are evaluated before");
  }
};

}  // namespace

Outcome<Value> ToStruct(starlark::Heap& heap, const value::Value& document) {
  return Convert(heap, document);
}

Outcome<starlark::Module*> MakeDataModule(Session& session, const ProgramContext& place) {
  starlark::Heap& heap = session.runtime->starlark.heap();
  auto* data = heap.New<starlark::Module>("data");
  Outcome<Value> values = place.scope->values == nullptr ? Value(heap.New<UnknownValues>())
                                                         : ToStruct(heap, *place.scope->values);
  if (!values) {
    return values.Pass();
  }
  data->Define("values", *values);
  modules::Define(heap, *data, "list", [place](const Call& call) { return List(call, place); });
  modules::Define(heap, *data, "read",
                  [place, &session](const Call& call) { return Read(call, place, session); });
  return data;
}

}  // namespace kval::driver
