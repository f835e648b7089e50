#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schemas/kcl/schema_module.h"
#include "src/diag/collector.h"
#include "src/lang/kcl/eval/evaluation.h"
#include "src/support/keyed_hash.h"
#include "src/types/evaluators.h"
#include "src/types/item_comparison.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// The result of evaluating one instance.
struct InstanceResult {
  std::vector<kval::kcl::eval::FailedCheck> failed;         // in the instance itself
  std::vector<kval::kcl::eval::FailedCheck> failed_within;  // in instances inside it
  std::vector<diag::Diagnostic> errors;                     // all other errors
};

// Evaluates a program for one document. The document is passed as configurations that override every default,
// because kval has already merged the defaults. The program is read-only: each document has separate
// instances and budgets.
class InstanceEvaluator {
 public:
  // The module, and the thread's cache (null: none), must outlive this object.
  explicit InstanceEvaluator(const SchemaModule* module, ThreadCache* kept = nullptr)
      : module_(*module), thread_cache_(kept) {}

  // Returns the instances of the document being checked; without evaluators, those of the module.
  static InstanceEvaluator& Of(const SchemaModule& module, types::Evaluators* evaluators);

  // Evaluates all check lines of an instance. Cached for each value and schema.
  const InstanceResult& Answer(const kval::kcl::Schema& schema, const value::Value& record);
  // The same for an instance with errors: check lines that depend on invalid parts neither pass nor fail.
  const InstanceResult& EvaluateValidParts(const kval::kcl::Schema& schema, const value::Value& record,
                                           const types::PartialTest::ErrorLookup& soundness);
  // The same for a record inside a document whose values fit the model. If only the record's check lines can
  // fail (independent_checks.h), they are evaluated alone until one fails. Otherwise the whole document is
  // evaluated first; most instances in it are then known to be valid and are not evaluated again.
  const InstanceResult& EvaluateInDocument(const value::Value& document, const kval::kcl::Schema& schema,
                                           const value::Value& record);

  // Returns whether the model's rules, which were already evaluated, cover everything that evaluating the
  // document could report.
  bool IsCoveredByRules(const value::Value& document) const;

  // Returns the computed attribute of a record; null if there is none or it cannot be computed. If the record
  // sets the attribute, the result is the union of both values.
  const value::Value* Attribute(const kval::kcl::Schema& schema, std::string_view name,
                                const value::Value& record, value::Builder& build);
  // Returns the value of a key that only the index signature allows, merged with the signature's default;
  // null if it cannot be computed.
  const value::Value* UndeclaredKeyValue(const kval::kcl::Schema& schema, std::string_view key,
                                         const value::Value& record, value::Builder& build);
  // Returns the default of an attribute that does not depend on the record. Errors go to `emit`. All defaults
  // of a program share one budget: once it is exhausted, no further default is computed.
  const value::Value* ConstantDefault(const kval::kcl::Schema& schema, std::string_view name,
                                      value::Builder& build, diag::Emitter& emit);

  // The steps of all evaluations for the document.
  uint64_t steps() const {
    return (evaluation_ == nullptr ? 0 : evaluation_->steps()) + steps_before_ + other_steps_;
  }
  uint64_t& other_steps() { return other_steps_; }

 private:
  using InstanceKey = std::pair<source::Span, const kval::kcl::Schema*>;
  struct InstanceKeyHash {
    size_t operator()(const InstanceKey& place) const {
      const uint64_t span = (uint64_t{place.first.begin} << 32) | place.first.end;
      return KeyedHash(span, reinterpret_cast<uintptr_t>(place.second));
    }
  };

  // Returns whether most memory of the evaluation belongs to earlier answers.
  bool UsesMuchMemory();
  kval::kcl::eval::Evaluation& Fresh();
  void EvaluateDocument(const value::Value& document);
  bool CanCheckIndependently() const {
    return module_.independent_checks() != nullptr && !needs_whole_document_;
  }
  bool CheckIndependently(const kval::kcl::Schema& schema, const value::Value& record);
  // Converts a record to a configuration for the evaluation. `soundness` may be null.
  kval::kcl::runtime::Value Config(const value::Value& record, std::string_view united = {},
                                   const types::PartialTest::ErrorLookup* soundness = nullptr);
  const InstanceResult& AnswerTo(const kval::kcl::Schema& schema, const value::Value& record,
                                 const types::PartialTest::ErrorLookup* soundness);

  const SchemaModule& module_;
  ThreadCache* thread_cache_;
  const value::Value* evaluated_ = nullptr;  // the document that was evaluated as a whole
  bool needs_whole_document_ = false;        // a check line evaluated alone did not pass
  // The most recent record and schema whose lines all passed: the lines of a record are queried
  // consecutively.
  std::pair<const value::Value*, const kval::kcl::Schema*> held_;
  // Instances in the evaluated document whose check lines ran, and those with a failure.
  std::unordered_set<InstanceKey, InstanceKeyHash> checked_;
  std::unordered_set<InstanceKey, InstanceKeyHash> failed_;  // of any schema
  std::unique_ptr<diag::Collector> findings_;
  std::vector<kval::kcl::eval::FailedCheck> failed_checks_;  // of the current instance
  std::unique_ptr<diag::Emitter> silent_;
  uint64_t steps_before_ = 0;  // of failed evaluations; all evaluations share one budget
  uint64_t other_steps_ = 0;
  bool is_exhausted_ = false;  // by defaults
  std::unique_ptr<kval::kcl::eval::Evaluation> evaluation_;
  size_t used_by_first_ = 0;                           // bytes held after the first answer; 0: unknown
  std::shared_ptr<kval::kcl::eval::Layouts> layouts_;  // shared by consecutive evaluations
  std::map<std::pair<const value::Value*, const kval::kcl::Schema*>, InstanceResult> answers_;
};

}  // namespace kval::schemas::kcl
