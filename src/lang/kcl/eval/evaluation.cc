#include "src/lang/kcl/eval/evaluation.h"

#include <utility>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/attribute_reads.h"
#include "src/lang/kcl/eval/branches.h"
#include "src/lang/kcl/eval/calls.h"
#include "src/lang/kcl/eval/chains.h"
#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/eval/comprehensions.h"
#include "src/lang/kcl/eval/configs.h"
#include "src/lang/kcl/eval/decorators.h"
#include "src/lang/kcl/eval/document.h"
#include "src/lang/kcl/eval/expressions.h"
#include "src/lang/kcl/eval/globals.h"
#include "src/lang/kcl/eval/instances.h"
#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/package_state.h"
#include "src/lang/kcl/eval/packages.h"
#include "src/lang/kcl/eval/paths.h"
#include "src/lang/kcl/eval/required_attributes.h"
#include "src/lang/kcl/eval/rules.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/eval/type_text.h"

namespace kval::kcl::eval {
namespace {

// The part of the Runtime interface that depends on the state of the evaluation only: location, permissions,
// options, remaining limits. The Evaluator implements the functions that run code.
class HostContext : public Interpreter {
 public:
  HostContext(const Program& program, source::FileReader& files, diag::Emitter& emitter, EvalOptions options,
              ExpressionEvaluator& expressions)
      : Interpreter(expressions), context_(program, files, emitter, std::move(options)) {}

  Context& context() { return context_; }
  const Context& context() const { return context_; }
  // The result of `manifests.yaml_stream`: the string that replaces the whole output, and its documents.
  const std::optional<std::string>& replaced_output() const { return replaced_output_; }
  const Value& replaced_documents() const { return replaced_documents_; }

  runtime::Heap& heap() final { return context_.heap(); }
  Value Fail(std::string message) final {
    return context_.FailAt(context_.trace().place, std::move(message));
  }
  Value FailBetween(source::Span place, source::Span other, std::string other_text,
                    std::string message) final {
    return context_.FailBetween(place, other, std::move(other_text), std::move(message));
  }
  Value FailLimit(runtime::Limit limit, std::string message) final {
    return context_.FailLimit(limit, std::move(message));
  }
  void Advise(std::string headline, std::string hint) final {
    context_.failures().Advise(std::move(headline), std::move(hint));
  }
  void Warn(const std::string& message, const std::string& hint) final {
    context_.Warn(context_.trace().place, message, hint);
  }
  bool failed() const final { return context_.failed(); }
  std::string TakeFailure() final { return context_.failures().Take(); }
  void SetPlace(source::Span place) final { context_.trace().place = place; }
  bool Charge(uint64_t steps) final { return context_.Charge(steps); }
  const Limits& limits() const final { return context_.options().limits; }
  Value Option(std::string_view key, bool is_string) final;
  void Print(std::string_view text) final;
  void ReplaceOutput(std::string text, Value documents) final {
    replaced_output_ = std::move(text);
    replaced_documents_ = documents;
  }
  source::FileReader& files() final { return context_.files(); }
  bool effects_allowed() const final { return context_.options().allow_effects; }
  std::string_view writable_root() const final { return context_.options().writable_root; }
  std::shared_ptr<void> HoldEnd() const final {
    return context_.options().hold_end ? context_.options().hold_end() : nullptr;
  }
  std::string_view working_directory() const final { return context_.options().working_directory; }
  std::string_view module_root() const final { return context_.program().root; }
  std::string_view current_file() const final { return context_.current_file(); }
  bool strict_range() const final { return context_.options().strict_range; }
  std::string FirstParameterType(const Value& function) final;
  ThreadCache* kept() final { return context_.options().kept; }

 private:
  Context context_;
  std::optional<std::string> replaced_output_;
  Value replaced_documents_;
};

Value HostContext::Option(std::string_view key, bool is_string) {
  const EvalOptions& options = context_.options();
  return options.option ? options.option(key, is_string, context_.heap()) : Value();
}

void HostContext::Print(std::string_view text) {
  // The receiver keeps the output until the end of the run, in a growing buffer, and then writes it.
  constexpr size_t kHeld = 3;
  context_.heap().Hold(kHeld * text.size());
  if (context_.options().print) {
    context_.options().print(text);
  }
}

std::string HostContext::FirstParameterType(const Value& function) {
  if (!function.is(runtime::Kind::kFunction) || function.function->lambda == nullptr) {
    return {};
  }
  const auto& lambda = *static_cast<const LambdaExpr*>(function.function->lambda);
  if (lambda.params.empty() || lambda.params.front().type == nullptr) {
    return {};
  }
  const Type* type = context_.program().TypeOf(*lambda.params.front().type);
  return type == nullptr || type->kind == TypeKind::kAny ? std::string()
                                                         : TypeText(*type, context_.program());
}

}  // namespace

// The evaluator of a program: combines its parts, and implements their callbacks (interpreter.h).
class Evaluator final : public HostContext {
 public:
  Evaluator(const Program& program, source::FileReader& files, diag::Emitter& emitter, EvalOptions options);

  Packages& packages() { return packages_; }
  eval::Instances& instances() { return instances_; }
  TypeConversion& types() { return types_; }
  // Reports the failure, if there is one. Returns true if there was none.
  bool Emit() { return context().failures().Emit(); }

  Value EvalSchemaInit(std::span<const SchemaInitExpr* const> parts, Frame* frame) override {
    return instances_.EvalInit(parts, frame);
  }
  Value ReadGlobal(int32_t package, int32_t index) override { return globals_.Read(package, index); }
  Value FindGlobal(int32_t package, Symbol name, bool* found) override {
    return globals_.Find(package, name, found);
  }
  Value ReadMember(Instance& instance, size_t member) override {
    return chains_.ReadMember(instance, member);
  }
  Value MakeInstance(const kcl::Schema& schema, const Dict* config, const CallArgs& args, source::Span at,
                     source::Span site) override {
    return instances_.Make(schema, config, args, at, site);
  }
  Value Call(const Value& function, const CallArgs& args) override {
    return calls_.CallAt(function, args, context().trace().place);
  }
  Value Instantiate(const runtime::SchemaType& type, const Dict& config, const CallArgs& args) override {
    const source::Span place = context().trace().place;
    return instances_.Make(SchemaOf(type), &config, args, place, place);
  }
  Value Instances(const runtime::SchemaType& type, bool full_package) override {
    return instances_.Made(type, full_package);
  }

 private:
  std::vector<PackageState> states_;
  FailingElements failing_elements_;  // of the check line that is evaluated
  Components components_ = {*this,           context(),   states_,   failing_elements_, required_,
                            types_,          names_,      paths_,    arguments_,        configs_,
                            comprehensions_, statements_, branches_, chains_,           globals_,
                            decorators_,     checks_,     rules_,    instances_,        calls_};
  RequiredAttributes required_{context()};
  TypeConversion types_{components_};
  NameEvaluator names_{components_};
  Paths paths_{components_};
  Arguments arguments_{components_};
  Configs configs_{components_};
  Comprehensions comprehensions_{components_};
  Statements statements_{components_};
  Branches branches_{components_};
  Chains chains_{components_};
  Globals globals_{components_};
  Packages packages_{components_};
  Decorators decorators_{components_};
  Checks checks_{components_};
  Rules rules_{components_};
  eval::Instances instances_{components_};
  Calls calls_{components_};
  Expressions expressions_{components_};
};

Evaluator::Evaluator(const Program& program, source::FileReader& files, diag::Emitter& emitter,
                     EvalOptions options)
    : HostContext(program, files, emitter, std::move(options), expressions_),
      states_(PackageStates(program, context().options().overrides)) {}

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
