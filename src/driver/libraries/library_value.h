#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "src/driver/envelope.h"
#include "src/driver/libraries/library_execution.h"
#include "src/driver/session.h"
#include "src/lang/starlark/interpreter.h"
#include "src/types/model.h"

namespace kval::driver {

// A private library with the values given to it, as programs hold it. It is immutable; `with_data_values`
// returns another one. It is evaluated on first use, once. Source: ytt pkg/workspace/library_module.go.
class LibraryValue : public std::enable_shared_from_this<LibraryValue> {
 public:
  LibraryValue(Session& session, const Library& library, LibraryRef name,
               std::shared_ptr<const DriverOptions> options, Envelopes values, Envelopes schemas)
      : session_(session),
        library_(library),
        name_(std::move(name)),
        options_(std::move(options)),
        values_(std::move(values)),
        schemas_(std::move(schemas)) {}

  // Returns its methods as a module of the session's interpreter.
  starlark::Module* AsModule();

 private:
  starlark::Outcome<starlark::Value> WithValues(const starlark::Call& call);
  starlark::Outcome<starlark::Value> WithSchema(const starlark::Call& call);
  starlark::Outcome<starlark::Value> Eval(const starlark::Call& call);
  starlark::Outcome<starlark::Value> DataValues(const starlark::Call& call);
  starlark::Outcome<starlark::Value> ExportOf(const starlark::Call& call);

  // `call`: the requesting call, for diagnostics.
  starlark::Status Prepare(const starlark::Call& call);
  starlark::Status Evaluate(const starlark::Call& call);
  SuppliedDocuments TakeSchemas(Documents& documents);
  void TakeValues(Documents& documents, SuppliedDocuments& given);
  starlark::Outcome<starlark::Value> With(Envelope envelope, bool is_schema);
  starlark::EvalFailure Broken(std::string_view what) const;
  bool HasAnnotations(const value::Value& value) const;

  Session& session_;
  const Library& library_;
  LibraryRef name_;
  std::shared_ptr<const DriverOptions> options_;
  Envelopes values_;
  Envelopes schemas_;

  enum class EvaluationState : uint8_t {
    kFresh,
    kRunning,
    kFailed,
    kPrepared,
    kEvaluated
  } state_ = EvaluationState::kFresh;
  std::unique_ptr<LibraryExecution> execution_;
  LibraryResult evaluated_;
};

}  // namespace kval::driver
