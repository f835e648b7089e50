#include "src/check/checker.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "src/check/alias_location.h"
#include "src/check/describe.h"
#include "src/check/fault_words.h"
#include "src/check/judge.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

constexpr diag::Def<uint64_t> kTooMuchWork{diag::Kind::kLimitSteps,
                                           "validating this document exceeds the limit of {} steps"};
constexpr diag::Def<std::string> kEndless{diag::Kind::kLimitSteps,
                                          "the default of `{}` has no end: making it needs itself"};
constexpr diag::Def<> kTooDeep{diag::Kind::kLimitDepth,
                               "this document is nested more deeply than it can be checked"};

bool IsAboutShape(const Fault& fault) {
  return fault.rule == nullptr;
}

// Where keys are missing that conditions ask about, by the map and the key.
class MissingKeys {
 public:
  explicit MissingKeys(const Faults& faults) {
    const bool has_any = std::any_of(faults.begin(), faults.end(),
                                     [](const Fault& fault) { return fault.undecided != nullptr; });
    for (const Fault& fault : faults) {
      if (has_any && fault.what == Fault::What::kMissingKey && fault.undecided == nullptr) {
        const std::string name = fault.field == nullptr ? fault.name : KeyName(*fault.field->key);
        diag::Path path = fault.path;
        path.push_back(diag::PathStep::Key(name));
        known_.emplace(std::pair(fault.value, name),
                       diag::Telling{diag::Kind::kMissingRequired, PlaceOf(fault.key, *fault.value),
                                     diag::Display(path)});
      }
    }
  }

  // The findings that explain this violation.
  std::vector<diag::Telling> Of(const Fault& fault) const {
    std::vector<diag::Telling> telling;
    for (const std::string& key : fault.undecided_by) {
      const auto found = known_.find({fault.undecided, key});
      if (found != known_.end()) {
        telling.push_back(found->second);
      }
    }
    return telling;
  }

 private:
  std::map<std::pair<const value::Value*, std::string>, diag::Telling> known_;
};

// Forwards the findings of `document`, each with the findings that supersede it and with the alias above its value.
class FollowingSink final : public diag::Sink {
 public:
  FollowingSink(const value::Value& document, const source::SourceMap* sources, Worker& worker, diag::Emitter& emit)
      : document_(document), sources_(sources), worker_(worker), emit_(emit) {}

  void Follow(std::vector<diag::Telling> told_by) { told_by_ = std::move(told_by); }
  void Consume(diag::Diagnostic finding) override {
    finding.told_by.insert(finding.told_by.end(), told_by_.begin(), told_by_.end());
    if (sources_ != nullptr) {
      ShowAlias(document_, *sources_, worker_, finding);
    }
    emit_.Emit(std::move(finding));
  }

 private:
  const value::Value& document_;
  const source::SourceMap* sources_;
  Worker& worker_;
  diag::Emitter& emit_;
  std::vector<diag::Telling> told_by_;
};

// An incompletely validated document is never valid.
void ReportLimit(const value::Value& document, const Worker& worker, diag::Emitter& emit) {
  const source::Span place = PlaceOf(nullptr, document);
  if (const types::Field* field = worker.endless()) {
    emit.Report(place, kEndless, value::PlainText(*field->key))
        .Label("the content of this value was not fully checked")
        .Schema(field->span, "the type of this key is recursive")
        .Hint("make the key optional, or give it a default without the key")
        .Emit();
  } else if (worker.IsExhausted()) {
    emit.Report(place, kTooMuchWork, worker.step_limit())
        .Label("the content of this value was not fully checked")
        .Emit();
  } else {
    emit.Report(place, kTooDeep).Label("the deepest levels of this value were not checked").Emit();
  }
}

bool Run(const value::Value& value, types::TypeId type, Judge::Asks asks, const types::Model& model,
         const Options& options, Worker& worker, diag::Emitter& emit) {
  Faults faults;
  Judge::Plan plan;
  plan.asks = asks;
  plan.is_partial = options.partial;
  plan.poisons = true;
  worker.BeginRun(type);
  FollowingSink following(value, options.sources, worker, emit);
  diag::Emitter with_others(&following);
  FaultWords words(model, options, worker, with_others);
  const std::function<void(Faults&)> take = [&](Faults& found) {
    if (asks == Judge::Asks::kBoth) {
      std::stable_partition(found.begin(), found.end(), IsAboutShape);
    }
    const MissingKeys missing(found);
    for (const Fault& fault : found) {
      following.Follow(missing.Of(fault));
      words.Report(fault);
    }
    found.clear();
  };
  plan.take = &take;
  const Outcome outcome = Judge(model, worker, plan, &faults).Run(Trail::Document(value), type);
  take(faults);
  if (worker.ReportsLimit()) {
    ReportLimit(value, worker, emit);
  }
  return outcome.holds && !worker.IsExhausted() && !worker.IsTooDeep();
}

}  // namespace

bool Check(const value::Value& document, const types::Model& model, const Options& options, Worker& worker,
           diag::Emitter& emit) {
  return Run(document, model.root().type, Judge::Asks::kBoth, model, options, worker, emit);
}

bool CheckShape(const value::Value& value, types::TypeId type, const types::Model& model,
                const Options& options, Worker& worker, diag::Emitter& emit) {
  return Run(value, type, Judge::Asks::kShape, model, options, worker, emit);
}

bool CheckShape(const value::Value& document, const types::Model& model, const Options& options,
                Worker& worker, diag::Emitter& emit) {
  return CheckShape(document, model.root().type, model, options, worker, emit);
}

bool CheckRules(const value::Value& value, types::TypeId type, const types::Model& model, Worker& worker,
                diag::Emitter& emit) {
  return !model.has_rules() || Run(value, type, Judge::Asks::kRules, model, {}, worker, emit);
}

bool CheckRules(const value::Value& document, const types::Model& model, Worker& worker, diag::Emitter& emit,
                const Options& options) {
  return !model.has_rules() ||
         Run(document, model.root().type, Judge::Asks::kRules, model, options, worker, emit);
}

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model, Worker& worker) {
  return Judge(model, worker, {}, nullptr).Fits(Trail::Document(value), type);
}

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model) {
  Worker worker;
  return Fits(value, type, model, worker) && !worker.IsExhausted() && !worker.IsTooDeep();
}

}  // namespace kval::check
