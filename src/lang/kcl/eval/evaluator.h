#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/lang/kcl/eval/failures.h"
#include "src/lang/kcl/eval/frame.h"
#include "src/lang/kcl/eval/layouts.h"
#include "src/lang/kcl/eval/options.h"
#include "src/lang/kcl/eval/setter.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/eval/used_parts.h"
#include "src/lang/kcl/value/dict_builder.h"
#include "src/lang/kcl/value/unite.h"

namespace kval::kcl::eval {

using runtime::CallArgs;
using runtime::Dict;
using runtime::DictBuilder;
using runtime::Entry;
using runtime::NamedValue;
using runtime::Value;

// A global of a package with its chain of setters.
struct GlobalState {
  const kcl::Global* global = nullptr;
  int32_t package = 0;
  std::vector<Setter> setters;
  std::vector<Level> levels;
  size_t next_setter = 0;  // where ForceSetter looks first
  std::vector<const Override*> overrides;
  Level overridden;  // the value with the overrides applied
};

struct PackageState {
  std::vector<GlobalState> globals;
  Decisions decisions;           // chains are globals
  std::vector<int32_t> decided;  // by place in the decisions
  bool started = false;
  runtime::Module module;
};

// The setters of a chain below one that is running.
struct ChainView {
  std::span<const Setter> setters;
  std::span<Level> levels;
  size_t count = 0;
  Instance* instance = nullptr;  // null: a global's chain
  size_t member = 0;
};

// The evaluator itself; one file for each group of methods. After a failure (`failed()`) every method returns
// Undefined as soon as it can.
class Evaluator final : public runtime::Runtime {
 public:
  Evaluator(const Program& program, source::FileReader& files, diag::Emitter& emitter, Options options);

  // evaluator.cc: the program as a whole, failures, limits.
  bool RunPackage(int32_t package);
  Value FailAt(source::Span span, std::string message);
  Value FailLimit(diag::Kind kind, std::string message);
  // Before the items of a value are walked through; false when a limit is hit.
  bool ChargeItems(size_t count);
  // The text of a value; a limit is hit, and the text empty, when that has no end in practice.
  std::string TextOf(const Value& value);
  bool Emit() { return failures_.Emit(); }  // reports the failure, if there is one; true when there was none
  // Whether what goes wrong is reported and evaluation goes on.
  bool collects() const { return options_.collect_check_failures && catching_ == 0; }
  // With collect_check_failures: reports the failure and goes on as if there had been none.
  bool Recover() { return failures_.Recover(collects()); }
  Value Result();

  // runtime::Runtime
  runtime::Heap& heap() override { return heap_; }
  Value Fail(std::string message) override;
  Value FailBetween(source::Span place, source::Span other, std::string other_text,
                    std::string message) override;
  void Advise(std::string headline, std::string hint) override {
    failures_.Advise(std::move(headline), std::move(hint));
  }
  Value FailLimit(runtime::Limit limit, std::string message) override;
  bool failed() const override { return failures_.any(); }
  std::string TakeFailure() override { return failures_.Take(); }
  Value Call(const Value& function, const CallArgs& args) override;
  void SetPlace(source::Span place) override { trace_.place = place; }
  // Failures that have no place of their own are here from now on.
  void Enter(source::Span place) { trace_.visited = place; }
  Value Instantiate(const runtime::SchemaType& type, const Dict& config, const CallArgs& args) override;
  const Limits& limits() const override { return options_.limits; }
  bool Charge(uint64_t steps) override;
  Value Option(std::string_view key) override;
  void Print(std::string_view text) override;
  void ReplaceOutput(std::string text, Value documents) override {
    replaced_output_ = std::move(text);
    replaced_documents_ = documents;
  }
  Value Instances(const runtime::SchemaType& type, bool full_package) override;
  source::FileReader& files() override { return files_; }
  bool effects_allowed() const override { return options_.allow_effects; }
  std::string_view writable_root() const override { return options_.writable_root; }
  std::string_view working_directory() const override { return options_.working_directory; }
  std::string_view module_root() const override { return program_.root; }
  std::string_view current_file() const override;
  bool strict_range() const override { return options_.strict_range; }
  Kept* kept() override { return options_.kept; }

  // expression.cc
  Value Eval(const Expr& expr, Frame* frame);
  Value UnitValue(int64_t digits, NumberUnit unit, source::Span place);

  Failures& failures() { return failures_; }
  source::Span place() const { return trace_.place; }
  // A value that does not fit, an unknown or missing key: with collect_check_failures no check lines are run.
  void NoteShapeError() { ++shape_errors_; }

  // setters.cc: globals and attributes.
  Value ReadGlobal(int32_t package, int32_t index);
  Value FindGlobal(int32_t package, Symbol name, bool* found);
  Value ReadMember(Instance& instance, size_t member);

  TypeConversion& types() { return types_; }

  // instance.cc
  // `at` is the configuration's place, `site` that of the code that makes the instance.
  Value MakeInstance(const kcl::Schema& schema, const Dict* config, const CallArgs& args, source::Span at,
                     source::Span site);
  // The value of one attribute for a configuration; nothing else is evaluated or checked.
  Value AttributeOf(const kcl::Schema& schema, const Dict* config, std::string_view name, source::Span at);
  const runtime::SchemaType* TypeOf(const kcl::Schema& schema) const { return layouts_->TypeOf(schema); }
  const Layout& LayoutOf(const kcl::Schema& schema) { return layouts_->Of(schema); }
  // Whether a required attribute has no value.
  bool IsIncomplete(const Value& instance);
  // Whether the body of an instance is running.
  bool is_in_instance() const { return instance_depth_ > 0; }
  const kcl::Schema& SchemaOf(const runtime::SchemaType& type) const {
    return *static_cast<const kcl::Schema*>(type.declaration);
  }

  const Program& program() const { return program_; }
  const Options& options() const { return options_; }
  const std::optional<std::string>& replaced_output() const { return replaced_output_; }
  const Value& replaced_documents() const { return replaced_documents_; }
  uint64_t steps() const { return steps_; }

 private:
  friend class DepthGuard;

  // expression.cc. Not inlined into one another: expressions nest, so small frames on the native stack count.
  [[gnu::noinline]] Value EvalListIf(const ListIfExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalAs(const AsExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalUnchecked(const Expr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalInt(const IntExpr& expr);
  [[gnu::noinline]] Value EvalInterpolated(const InterpolatedExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalUnary(const UnaryExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalBinary(const BinaryExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalCompare(const CompareExpr& expr, Frame* frame);
  Value CompareOnce(const Comparison& comparison, const Value& left, const Value& right);
  [[gnu::noinline]] Value EvalSelector(const SelectorExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalProjection(const ProjectionExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalSubscript(const SubscriptExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalSlice(const SliceExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalList(const ListExpr& expr, Frame* frame);
  void AppendItems(Exprs items, Frame* frame, runtime::Values& out);
  void AppendUnpacked(const Value& value, runtime::Values& out);
  Value ApplyBinary(BinaryOp op, const Value& left, const Value& right, source::Span place);

  // names.cc
  Value EvalName(const Name& name, Frame* frame);
  Value ReadRef(const Ref& ref, const Name& name, Frame* frame);
  Value NoteCircle(const Value& value, const Name& name);
  void NoteAbsence(const Value& value, const Member& member);
  Value OuterValue(const Name& name, Frame* frame);
  Value LoadAttribute(const Value& value, Symbol attribute, source::Span place);
  Value ModuleMember(std::string_view module, std::string_view member, source::Span place);
  std::string_view Text(Symbol symbol) const { return program_.ast.names.Text(symbol); }

  // config.cc
  Value EvalConfig(const ConfigExpr& expr, Frame* frame);
  Value EvalConfigs(std::span<const ConfigExpr* const> parts, Frame* frame);
  void AddEntries(std::span<const ConfigEntry> entries, Frame* frame, DictBuilder& builder);
  void AddPair(const ConfigEntry& entry, Frame* frame, DictBuilder& builder);
  void AddUnpacked(const ConfigEntry& entry, Frame* frame, DictBuilder& builder);
  bool KeyText(const KeyStep& step, Frame* frame, std::string_view* key);
  bool IndexStep(const KeyStep& step, Frame* frame, Entry& entry);

  // comprehension.cc
  Value EvalListComprehension(const ListComprehensionExpr& expr, Frame* frame);
  Value EvalDictComprehension(const DictComprehensionExpr& expr, Frame* frame);
  Value EvalQuantifier(const QuantifierExpr& expr, Frame* frame);
  template <typename Body>
  void ForEach(const Value& iterable, size_t variables, source::Span place, const Body& body);
  template <typename Body>
  void RunClauses(std::span<const ForClause> clauses, size_t slot, Frame& frame, SlotStorage& storage,
                  const Body& body);

  // call.cc
  Value EvalCall(const CallExpr& expr, Frame* frame);
  bool EvalArguments(std::span<const Argument> args, Frame* frame, runtime::Values& positional,
                     std::vector<NamedValue>& named);
  Value CallAt(const Value& function, const CallArgs& args, source::Span place);
  bool ChargeNative(const runtime::Function& function, const CallArgs& args);
  Value CallLambda(const runtime::Function& function, const CallArgs& args, source::Span place);
  void BindParameters(std::span<const Parameter> params, const CallArgs& args, Frame& frame);
  Value EvalLambda(const LambdaExpr& expr, Frame* frame);
  size_t SlotCount(const LambdaExpr& lambda);

  // statement.cc
  Value ExecuteBody(Stmts body, Frame* frame);
  [[gnu::noinline]] Value ExecuteLocal(const Stmt& stmt, Frame* frame);
  void AssignLocal(const Target& target, const Value& value, Frame* frame);
  bool IsInMain(source::Span span) const;
  void RunTopLevel(Stmts body, int32_t package);
  void RunAssert(const AssertStmt& stmt, Frame* frame);
  void AddScalar(const Value& value, bool is_schema);
  Value StorePath(const Value& base, std::span<const KeyStep> path, const Value& value, Frame* frame);
  Value LoadPath(const Value& base, std::span<const KeyStep> path, Frame* frame);

  // setters.cc
  Value ReadChain(std::span<const Setter> setters, std::span<Level> levels, Instance* instance,
                  size_t member);
  Value ChainBelow(std::span<const Setter> setters, std::span<Level> levels, size_t count, Instance* instance,
                   size_t member);
  Value ReadBelow(const ChainView& view) {
    return ChainBelow(view.setters, view.levels, view.count, view.instance, view.member);
  }
  bool RunSetter(const Setter& setter, Instance* instance, size_t member, const ChainView* below,
                 Value* result);
  Value UnifiedValue(const Setter& setter, Frame* frame, const ChainView& below);
  Value ReadOverridden(GlobalState& state);
  void ForceSetter(int32_t package, Symbol name, const Stmt& stmt);
  bool ChoicesHold(const Setter& setter, Instance* instance, Frame* frame);
  // The branch of an if statement that is taken, or the number of branches; nothing after a failure.
  std::optional<size_t> BranchOf(const IfStmt& statement, Frame* frame);
  std::optional<size_t> DecidedBranch(size_t decision, int32_t package, Instance* instance, Frame* frame);
  Level& LevelOf(const Decision::First& first, int32_t package, Instance* instance);
  bool RunAttribute(const AttributeStmt& stmt, Instance& instance, size_t member, Frame* frame,
                    const ChainView* below, Value* result);
  Value WithConfig(const Value& value, Instance& instance, size_t member, const AttributeStmt* declaration);
  Value AssignedValue(const Stmt& stmt, Symbol name, Frame* frame, const ChainView* below);

  // instance.cc
  // Several are one configuration of the same schema.
  Value EvalSchemaInit(std::span<const SchemaInitExpr* const> parts, Frame* frame);
  Value MakeFromConfig(const Value& type, const Value& config, const CallArgs& args, source::Span at);
  Value MakeRule(const kcl::Schema& schema, const Value& config, const CallArgs& args, source::Span at);
  Instance* NewInstance(const Layout& layout, const Dict* config, source::Span at);
  void RunBodies(Instance& instance);
  void RunBody(Stmts body, Instance& instance, Frame* frame);
  void RunDecorators(std::span<const Decorator> decorators, std::string_view name, bool is_schema,
                     const Instance& instance, Frame* frame);
  const Dict* Attributes(Instance& instance, std::vector<Entry>& extra);
  bool AddExtraKeys(Instance& instance, std::vector<Entry>& extra, std::string_view only);
  Value Finish(Instance& instance, const Dict* attributes, const CallArgs& args);
  // `made_by` is the default of an index signature that the value is united with.
  void CheckRequired(const Value& value, size_t depth = 0, source::Span made_by = {});
  void CheckRequiredOf(const runtime::Schema& schema, source::Span at, source::Span made_by);
  source::Span SignatureDefault(const Value& instance, std::string_view key);

  // check.cc
  void RunChecks(Instance& instance, const Entry* key = nullptr);
  void RunCheckLines(std::span<const CheckLine> lines, Part& part, const Entry* key);
  void ReportCheck(const CheckLine& line, const std::string& message, Instance& instance, const Entry* key);

  const Program& program_;
  source::FileReader& files_;
  diag::Emitter& emitter_;
  Options options_;
  Failures failures_;
  Trace trace_;
  TypeConversion types_{*this};
  runtime::Heap heap_;
  std::vector<PackageState> packages_;
  std::shared_ptr<Layouts> layouts_;
  std::vector<std::unique_ptr<Layout>> rule_layouts_;  // of each configuration that a rule is applied to
  std::unordered_map<const LambdaExpr*, size_t> slot_counts_;
  uint64_t steps_ = 0;
  uint32_t instance_depth_ = 0;  // instances whose bodies are running
  uint32_t init_depth_ = 0;      // `S {…}` expressions that are being evaluated
  std::vector<Value> scalars_;   // of expression statements of the main package
  size_t schema_scalar_ = 0;
  bool is_starved_ = false;  // the last read found all setters of its name at work
  std::optional<std::string> replaced_output_;
  Value replaced_documents_;
  struct Made {
    bool in_main;
    Value value;
  };
  std::vector<std::vector<Made>> made_;  // by schema
  uint32_t catching_ = 0;                // calls of `runtime.catch` under way
  Culprits culprits_;                    // of the check line that is evaluated
  uint64_t shape_errors_ =
      0;  // with collect_check_failures: values that do not fit, unknown and missing keys
};

// Enters a call or an instance; `ok()` is false when that is too deep.
class DepthGuard {
 public:
  DepthGuard(Evaluator& evaluator, CallSite site);
  ~DepthGuard() { evaluator_.trace_.calls.pop_back(); }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;
  bool ok() const { return ok_; }

 private:
  Evaluator& evaluator_;
  bool ok_;
};

}  // namespace kval::kcl::eval
