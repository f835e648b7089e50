#include "src/lang/kcl/eval/evaluation.h"

#include <utility>

#include "src/lang/kcl/eval/document.h"
#include "src/lang/kcl/eval/evaluator.h"

namespace kval::kcl::eval {

Evaluation::Evaluation(const Program& program, source::FileReader& files, diag::Emitter& emitter,
                       EvalOptions options)
    : evaluator_(std::make_unique<Evaluator>(program, files, emitter, std::move(options))) {}

Evaluation::~Evaluation() = default;

bool Evaluation::Run() {
  evaluator_->packages().Run(0);
  return evaluator_->Emit();
}

runtime::Value Evaluation::Instantiate(const kcl::Schema& schema, const value::Value& data) {
  runtime::Value config = FromDocument(evaluator_->heap(), data);
  runtime::Value result;
  evaluator_->SetPlace(data.span);
  if (config.is(runtime::Kind::kDict)) {
    result = evaluator_->MakeInstance(schema, config.dict, {}, data.span, data.span);
  } else {
    evaluator_->context().FailAt(
        data.span,
        "expect " + std::string(evaluator_->context().TypeOf(schema)->name) + ", got a value that is no map");
  }
  return evaluator_->Emit() ? result : runtime::Value();
}

runtime::Value Evaluation::Attribute(const kcl::Schema& schema, std::string_view name,
                                     const value::Value& data) {
  runtime::Value config = FromDocument(evaluator_->heap(), data);
  evaluator_->SetPlace(data.span);
  runtime::Value result;
  if (config.is(runtime::Kind::kDict)) {
    result = evaluator_->instances().AttributeOf(schema, config.dict, name, data.span);
  }
  return evaluator_->Emit() ? result : runtime::Value();
}

runtime::Value Evaluation::Instantiate(const kcl::Schema& schema, const runtime::Dict& config,
                                       source::Span at) {
  evaluator_->SetPlace(at);
  runtime::Value result = evaluator_->MakeInstance(schema, &config, {}, at, at);
  return evaluator_->Emit() ? result : runtime::Value();
}

bool Evaluation::Hold(const kcl::Schema& schema, std::span<const SchemaCheckLine> lines,
                      const runtime::Dict& config, source::Span at) {
  evaluator_->SetPlace(at);
  return evaluator_->instances().Hold(schema, lines, &config, at);
}

runtime::Value Evaluation::Attribute(const kcl::Schema& schema, std::string_view name,
                                     const runtime::Dict& config, source::Span at) {
  evaluator_->SetPlace(at);
  runtime::Value result = evaluator_->instances().AttributeOf(schema, &config, name, at);
  return evaluator_->Emit() ? result : runtime::Value();
}

runtime::Value Evaluation::Convert(const Type& type, const value::Value& data) {
  evaluator_->SetPlace(data.span);
  runtime::Value value = FromDocument(evaluator_->heap(), data);
  runtime::Value result = evaluator_->types().Require(value, &type, false, data.span);
  return evaluator_->Emit() ? result : runtime::Value();
}

void Evaluation::MarkInvalid() {
  evaluator_->context().MakeUnsound({});
}

runtime::Value Evaluation::Result() {
  runtime::Value result = evaluator_->packages().Result();
  return evaluator_->Emit() ? result : runtime::Value();
}

const std::string* Evaluation::replaced_output() const {
  const std::optional<std::string>& output = evaluator_->replaced_output();
  return output.has_value() ? &*output : nullptr;
}

runtime::Value Evaluation::replaced_documents() const {
  return evaluator_->replaced_documents();
}

runtime::Heap& Evaluation::heap() {
  return evaluator_->heap();
}
runtime::Runtime& Evaluation::runtime() {
  return *evaluator_;
}
uint64_t Evaluation::steps() const {
  return evaluator_->context().steps();
}
bool Evaluation::failed() const {
  return evaluator_->failed();
}

}  // namespace kval::kcl::eval
