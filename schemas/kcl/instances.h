#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schemas/kcl/module.h"
#include "src/diag/collector.h"
#include "src/lang/kcl/eval/evaluation.h"
#include "src/support/keyed_hash.h"
#include "src/types/evaluators.h"
#include "src/types/sure_items.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// What evaluating one instance came to.
struct InstanceAnswer {
  std::vector<kval::kcl::eval::FailedCheck> failed;         // of the instance itself, not of those inside it
  std::vector<kval::kcl::eval::FailedCheck> failed_within;  // of instances inside it
  std::vector<diag::Diagnostic> errors;                     // everything else
};

// Evaluates a program for one document, which is passed to it as configurations that override every default,
// because kval has merged the defaults already. The program is only read: each document has its own
// instances, and its own budgets with them.
class Instances {
 public:
  // The module, and the data kept by the thread (null: none), must outlive this object.
  explicit Instances(const Module* module, Kept* kept = nullptr) : module_(*module), kept_(kept) {}

  // The instances of the document being checked; without evaluators, the module's own.
  static Instances& Of(const Module& module, types::Evaluators* evaluators);

  // All check lines of an instance, evaluated once for each value and schema.
  const InstanceAnswer& Answer(const kval::kcl::Schema& schema, const value::Value& record);
  // The same for an instance with errors in it: check lines that depend on these neither hold nor fail.
  const InstanceAnswer& AnswerOfSound(const kval::kcl::Schema& schema, const value::Value& record,
                                      const types::TestsSoundParts::Soundness& soundness);
  // The same for a record inside a document whose values fit the model. Where only the record's own lines can
  // fail (lone_lines.h), they are evaluated alone until one fails. Otherwise the document is evaluated first,
  // as a whole; most instances in it are then known to be valid and are not evaluated again.
  const InstanceAnswer& AnswerWithin(const value::Value& document, const kval::kcl::Schema& schema,
                                     const value::Value& record);

  // Whether the rules of the document, which have been asked, told all that evaluating it would find.
  bool IsSaidByRules(const value::Value& document) const;

  // The attribute that the schema computes for a record; null when it has none or cannot be computed. An
  // attribute that the record sets is united with the computed one.
  const value::Value* Attribute(const kval::kcl::Schema& schema, std::string_view name,
                                const value::Value& record, value::Builder& build);
  // The value of a key that only the index signature allows, united with the signature's default; null when
  // it cannot be determined.
  const value::Value* FurtherKey(const kval::kcl::Schema& schema, std::string_view key,
                                 const value::Value& record, value::Builder& build);
  // The default of an attribute that needs no record. Mistakes go to `emit`. Once one of them took all steps
  // or all memory that there are, there are no others: a program has one budget for its defaults.
  const value::Value* ConstantDefault(const kval::kcl::Schema& schema, std::string_view name,
                                      value::Builder& build, diag::Emitter& emit);

  // Of all its evaluations, and of others for the same document.
  uint64_t steps() const {
    return (evaluation_ == nullptr ? 0 : evaluation_->steps()) + steps_before_ + other_steps_;
  }
  uint64_t& other_steps() { return other_steps_; }

 private:
  using Place = std::pair<source::Span, const kval::kcl::Schema*>;
  struct PlaceHash {
    size_t operator()(const Place& place) const {
      const uint64_t span = (uint64_t{place.first.begin} << 32) | place.first.end;
      return KeyedHash(span, reinterpret_cast<uintptr_t>(place.second));
    }
  };

  // Whether most of the evaluation's memory belongs to answered queries.
  bool IsHoldingMuch();
  kval::kcl::eval::Evaluation& Fresh();
  void EvaluateDocument(const value::Value& document);
  bool MayHoldAlone() const { return module_.lone_lines() != nullptr && !is_whole_needed_; }
  bool HoldAlone(const kval::kcl::Schema& schema, const value::Value& record);
  // A record as a configuration for the evaluation. `soundness` may be null.
  kval::kcl::runtime::Value Config(const value::Value& record, std::string_view united = {},
                                   const types::TestsSoundParts::Soundness* soundness = nullptr);
  const InstanceAnswer& AnswerTo(const kval::kcl::Schema& schema, const value::Value& record,
                                 const types::TestsSoundParts::Soundness* soundness);

  const Module& module_;
  Kept* kept_;
  const value::Value* evaluated_ = nullptr;  // the document that was evaluated as a whole
  bool is_whole_needed_ = false;             // a line by itself did not hold
  // The record and schema whose lines were last found to hold: the lines of a record are queried one after
  // another.
  std::pair<const value::Value*, const kval::kcl::Schema*> held_;
  // Of that evaluation: instances of the data whose check lines were run, and those of which any failed.
  std::unordered_set<Place, PlaceHash> checked_;
  std::unordered_set<Place, PlaceHash> failed_;  // of any schema
  std::unique_ptr<diag::Collector> findings_;
  std::vector<kval::kcl::eval::FailedCheck> failed_checks_;  // of the instance that is evaluated
  std::unique_ptr<diag::Emitter> silent_;
  uint64_t steps_before_ = 0;  // of evaluations that failed: all have one budget together
  uint64_t other_steps_ = 0;
  bool is_exhausted_ = false;  // by defaults
  std::unique_ptr<kval::kcl::eval::Evaluation> evaluation_;
  size_t used_by_first_ = 0;                           // bytes held after its first answer; 0: not known
  std::shared_ptr<kval::kcl::eval::Layouts> layouts_;  // of all its evaluations, one after another
  std::map<std::pair<const value::Value*, const kval::kcl::Schema*>, InstanceAnswer> answers_;
};

}  // namespace kval::schemas::kcl
