#include "schemas/kcl/check_line.h"

#include <optional>
#include <string>
#include <utility>

#include "schemas/kcl/builtin_tests.h"
#include "schemas/kcl/instance_evaluator.h"
#include "schemas/kcl/portable_source.h"
#include "schemas/kcl/starlark_translation.h"
#include "src/types/item_comparison.h"

namespace kval::schemas::kcl {
namespace {

// A check line as the evaluator sees it: it is evaluated with all others of its instance at once.
class CheckLinePredicate final : public types::Predicate,
                                 public types::SourcePrinter,
                                 public types::PartialTest,
                                 public HasBuiltinTests {
 public:
  CheckLinePredicate(std::shared_ptr<SchemaModule> module, const kval::kcl::Schema& schema,
                     const kval::kcl::CheckLine& line, const std::vector<AttributeRule>& tests)
      : module_(std::move(module)), schema_(schema), line_(line) {
    for (const AttributeRule& test : tests) {
      tests_.push_back({std::string(module_->Text(test.attribute)), test});
    }
  }

  const std::vector<AttributeTest>& tests() const override { return tests_; }

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override {
    return VerdictOf(
        InstanceEvaluator::Of(*module_, scope.evaluators).EvaluateInDocument(*scope.root, schema_, subject));
  }
  types::PredicateResult TestPartial(const value::Value& subject, const types::RuleScope& scope,
                                     const ErrorLookup& soundness) const override {
    return VerdictOf(
        InstanceEvaluator::Of(*module_, scope.evaluators).EvaluateValidParts(schema_, subject, soundness));
  }
  std::string Describe() const override { return module_->SourceText(line_.condition->span); }
  bool Share() const override {
    module_->Share();
    return true;
  }
  std::optional<PrintedSource> In(Language language, const Names& /*names*/) const override {
    if (schema_.index_alias.has_value()) {
      return std::nullopt;  // the line is for each further key
    }
    return language == Language::kKcl ? PortableSource(line_, schema_, *module_)
                                      : TranslateToStarlark(line_, schema_, *module_);
  }

 private:
  types::PredicateResult VerdictOf(const InstanceResult& answer) const {
    std::vector<types::PredicateResult> fails;
    for (const kval::kcl::eval::FailedCheck& failed : answer.failed) {
      if (failed.line == line_.span) {
        types::PredicateResult& verdict = fails.emplace_back();
        verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
        verdict.message = failed.message;
        AddParts(failed, verdict);
      }
    }
    // Several only where the line is for each further key.
    types::PredicateResult verdict = fails.empty() ? types::PredicateResult() : std::move(fails.front());
    for (size_t i = 1; i < fails.size(); ++i) {
      verdict.others.push_back(std::move(fails[i]));
    }
    return verdict;
  }

  // Documents are passed to the program with all defaults filled in, so a value of the program is a default.
  void AddParts(const kval::kcl::eval::FailedCheck& failed, types::PredicateResult& verdict) const {
    for (const kval::kcl::eval::AttributeRead& used : failed.used) {
      if (used.at.has_value()) {
        const bool is_default = !used.is_set || module_->Holds(used.at);
        verdict.parts.push_back(
            {used.path, used.at, kval::kcl::eval::Describe(used, is_default), is_default});
      }
    }
  }

  std::shared_ptr<SchemaModule> module_;
  const kval::kcl::Schema& schema_;
  const kval::kcl::CheckLine& line_;
  std::vector<AttributeTest> tests_;
};

// The condition of a check line. The evaluator has applied it already when it answers for the line, so it is
// not evaluated again.
class GuardPredicate final : public types::Predicate {
 public:
  explicit GuardPredicate(std::string text) : text_(std::move(text)) {}

  types::PredicateResult Test(const value::Value& /*subject*/,
                              const types::RuleScope& /*scope*/) const override {
    return {};
  }
  std::string Describe() const override { return text_; }

 private:
  std::string text_;
};

}  // namespace

types::Rule OpaqueRule(const kval::kcl::CheckLine& line, const kval::kcl::Schema& schema,
                       std::shared_ptr<SchemaModule> module, const std::vector<AttributeRule>& tests) {
  types::Rule rule;
  if (line.guard != nullptr) {
    rule.when = std::make_shared<GuardPredicate>(module->SourceText(line.guard->span));
  }
  rule.span = line.span;
  rule.test = types::Custom{std::make_shared<CheckLinePredicate>(std::move(module), schema, line, tests)};
  return rule;
}

}  // namespace kval::schemas::kcl
