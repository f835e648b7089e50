#include "src/driver/libraries/library_value.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "annotations/schema/schema_annotations.h"
#include "src/driver/libraries/data_module.h"
#include "src/driver/template_runtime.h"
#include "src/modules/native.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"
#include "src/templating/fragment.h"

namespace kval::driver {
namespace {

using starlark::Call;
using starlark::EvalFailure;
using starlark::Outcome;
using starlark::Status;
using starlark::Value;

constexpr size_t kNestingLimit = 32;

}  // namespace

starlark::Module* LibraryValue::AsModule() {
  starlark::Heap& heap = session_.runtime->starlark.heap();
  auto* module = heap.New<starlark::Module>("library");
  const auto define = [&](std::string_view name, Outcome<Value> (LibraryValue::*run)(const Call&)) {
    modules::Define(heap, *module, name,
                    [self = shared_from_this(), run](const Call& call) { return (self.get()->*run)(call); });
  };
  define("with_data_values", &LibraryValue::WithValues);
  define("with_data_values_schema", &LibraryValue::WithSchema);
  define("eval", &LibraryValue::Eval);
  define("export", &LibraryValue::ExportOf);
  define("data_values", &LibraryValue::DataValues);
  return module;
}

// The same library with one thing more.
Outcome<Value> LibraryValue::With(Envelope envelope, bool is_schema) {
  Envelopes values = values_;
  Envelopes schemas = schemas_;
  (is_schema ? schemas : values).push_back(std::make_shared<Envelope>(std::move(envelope)));
  return Value(std::make_shared<LibraryValue>(session_, library_, name_, options_, std::move(values),
                                              std::move(schemas))
                   ->AsModule());
}

bool LibraryValue::HasAnnotations(const value::Value& value) const {
  NeedStack();
  for (const value::Entry& entry :
       value.kind == value::Kind::kMapping ? value.entries() : std::span<const value::Entry>()) {
    if (!session_.annotations.Of(entry.key).empty() || HasAnnotations(*entry.value)) {
      return true;
    }
  }
  if (value.kind == value::Kind::kSequence) {
    for (const value::Value* item : value.items()) {
      if (!session_.annotations.Of(item).empty() || HasAnnotations(*item)) {
        return true;
      }
    }
  }
  return false;
}

Outcome<Value> LibraryValue::WithValues(const Call& call) {
  if (Status exact = modules::ExpectExactly(call, 1); !exact) {
    return exact.Pass();
  }
  if (Status known = modules::ExpectKeywords(call, {"plain"}); !known) {
    return known.Pass();
  }
  Outcome<bool> plain = modules::BoolKeyword(call, "plain", false);
  if (!plain) {
    return plain.Pass();
  }
  Outcome<const value::Value*> root =
      templating::ToYaml(session_.runtime->starlark.heap(), session_.build, call.args.positional[0], call.at);
  if (!root) {
    return root.Pass();
  }
  if (*plain && HasAnnotations(**root)) {
    return EvalFailure("plain data values have no annotations")
        .Hint("leave out `plain=True`, or the annotations");
  }
  Layer layer;
  layer.document = {session_.build.Null(call.at), *root, call.at};
  layer.defaults = *plain ? merge::Defaults::kPlain : merge::Defaults::kAnnotated;
  Envelope envelope;
  envelope.at = call.at;
  envelope.layer = std::make_shared<Layer>(std::move(layer));
  return With(std::move(envelope), false);
}

Outcome<Value> LibraryValue::WithSchema(const Call& call) {
  if (Status exact = modules::ExpectExactly(call, 1); !exact) {
    return exact.Pass();
  }
  Outcome<const value::Value*> root =
      templating::ToYaml(session_.runtime->starlark.heap(), session_.build, call.args.positional[0], call.at);
  if (!root) {
    return root.Pass();
  }
  Envelope envelope;
  envelope.at = call.at;
  envelope.schema = std::make_shared<schemas::ytt::AnnotatedSchema>(schemas::ytt::AnnotatedSchema{
      {session_.build.Null(call.at), *root, call.at}, annotations::SchemaDialect::kReleased});
  return With(std::move(envelope), true);
}

// The schemas for this library; those for libraries below join `documents`.
SuppliedDocuments LibraryValue::TakeSchemas(Documents& documents) {
  SuppliedDocuments given;
  for (const std::shared_ptr<Envelope>& envelope : schemas_) {
    if (!envelope->ref.empty() && !envelope->ref[0].Matches(name_)) {
      continue;
    }
    envelope->is_used = true;
    if (envelope->ref.size() <= 1) {
      given.schemas.push_back(*envelope->schema);
      continue;
    }
    auto below = std::make_shared<Envelope>(*envelope);
    below->is_used = false;
    below->ref.erase(below->ref.begin());
    documents.library_schemas.push_back(std::move(below));
  }
  return given;
}

// The same for values. Values marked to come after those that programs pass are merged last.
void LibraryValue::TakeValues(Documents& documents, SuppliedDocuments& given) {
  std::vector<Layer> after;
  for (const std::shared_ptr<Envelope>& envelope : values_) {
    if (!envelope->ref.empty() && !envelope->ref[0].Matches(name_)) {
      continue;
    }
    envelope->is_used = true;
    if (envelope->ref.size() <= 1) {
      (envelope->after_library_module ? after : given.layers).push_back(*envelope->layer);
      continue;
    }
    auto below = std::make_shared<Envelope>(*envelope);
    below->is_used = false;
    below->ref.erase(below->ref.begin());
    documents.library_values.push_back(std::move(below));
  }
  std::move(after.begin(), after.end(), std::back_inserter(given.layers));
}

EvalFailure LibraryValue::Broken(std::string_view what) const {
  return starlark::AlreadyReported(Substitute("{} library `{}` failed", what, name_.Text()));
}

// Computes the values.
Status LibraryValue::Prepare(const Call& call) {
  switch (state_) {
    case EvaluationState::kRunning:
      return EvalFailure(Substitute("library `{}` evaluates itself", name_.Text()));
    case EvaluationState::kFailed:
      return Broken("evaluating");
    case EvaluationState::kPrepared:
    case EvaluationState::kEvaluated:
      return starlark::Success();
    case EvaluationState::kFresh:
      break;
  }
  if (session_.library_calls.depth() >= kNestingLimit) {
    return EvalFailure(diag::Kind::kLimitCallDepth, "libraries evaluate each other too deeply");
  }
  state_ = EvaluationState::kRunning;
  session_.library_calls.Enter(call.at, Substitute("library `{}` is evaluated here", name_.Text()));
  execution_ = std::make_unique<LibraryExecution>(library_, *options_, session_.NewModel(), session_);
  const size_t before = session_.emit.error_count();
  Documents documents = SortDocuments(*options_, library_, session_);
  SuppliedDocuments given = TakeSchemas(documents);
  TakeValues(documents, given);
  const bool sorted = session_.emit.error_count() == before;
  const bool ok = sorted && execution_->Values(documents, std::move(given)).failed_at == Stage::kDone;
  session_.library_calls.Leave();
  state_ = ok ? EvaluationState::kPrepared : EvaluationState::kFailed;
  return ok ? Status(starlark::Success()) : Status(Broken("evaluating"));
}

Status LibraryValue::Evaluate(const Call& call) {
  if (Status status = Prepare(call); !status || state_ == EvaluationState::kEvaluated) {
    return status;
  }
  state_ = EvaluationState::kRunning;
  session_.library_calls.Enter(call.at, Substitute("library `{}` is evaluated here", name_.Text()));
  evaluated_ = execution_->Evaluate();
  session_.library_calls.Leave();
  state_ = evaluated_.ok ? EvaluationState::kEvaluated : EvaluationState::kFailed;
  return evaluated_.ok ? Status(starlark::Success()) : Status(Broken("evaluating"));
}

Outcome<Value> LibraryValue::Eval(const Call& call) {
  if (!call.args.empty()) {
    return EvalFailure("expected no arguments");
  }
  if (Status status = Evaluate(call); !status) {
    return status.Pass();
  }
  std::vector<templating::AnnotatedDocument> documents;
  for (const RenderedDocument& rendered : evaluated_.documents) {
    documents.push_back(rendered.document);
  }
  return Value(session_.runtime->starlark.heap().New<templating::YamlFragment>(std::move(documents)));
}

Outcome<Value> LibraryValue::DataValues(const Call& call) {
  if (!call.args.empty()) {
    return EvalFailure("expected no arguments");
  }
  if (Status status = Prepare(call); !status) {
    return status.Pass();
  }
  return ToStruct(session_.runtime->starlark.heap(), execution_->values());
}

Outcome<Value> LibraryValue::ExportOf(const Call& call) {
  if (Status known = modules::ExpectKeywords(call, {"path"}); !known) {
    return known.Pass();
  }
  Outcome<std::string_view> name = modules::GetSingleString(call);
  if (!name) {
    return name.Pass();
  }
  const Value path = call.args.Keyword("path");
  if (path.is_set() && !path.is_string()) {
    return modules::TextOf(path).Pass();
  }
  if (name->starts_with("_")) {
    return EvalFailure("Symbols starting with '_' are private, and cannot be exported");
  }
  if (Status status = Evaluate(call); !status) {
    return status.Pass();
  }
  std::vector<const LibraryExport*> found;
  std::string paths;
  for (const LibraryExport& candidate : evaluated_.exports) {
    if (candidate.members->Find(*name).is_set() && (!path.is_set() || path.text() == candidate.path)) {
      found.push_back(&candidate);
      paths += (paths.empty() ? "" : ", ") + candidate.path;
    }
  }
  if (found.empty()) {
    return EvalFailure(Substitute("Expected to find exported symbol '{}', but did not", *name));
  }
  if (found.size() > 1) {
    return EvalFailure(
               Substitute("Expected to find exactly one exported symbol '{}', but found multiple across "
                          "files: {}",
                          *name, paths))
        .Hint("name the file with `path=`");
  }
  return found[0]->members->Find(*name);
}

}  // namespace kval::driver
