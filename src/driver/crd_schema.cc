#include "src/driver/crd_schema.h"

#include <memory>
#include <utility>

#include "schemas/crd/rules/bind.h"
#include "schemas/kubernetes/table.h"
#include "src/driver/overlay.h"
#include "src/kubernetes/custom_kinds.h"
#include "src/kubernetes/judge.h"
#include "src/types/type.h"

namespace kval::driver {
namespace {

using schemas::crd::RuleBudget;

// What judges for one thread: it holds the types of the kinds that were met.
struct Bench {
  const void* owner = nullptr;  // whose definitions they are
  std::shared_ptr<RuleBudget> budget;
  std::unique_ptr<kubernetes::Judge> judge;
};

class CrdSet final : public SetSchema {
 public:
  explicit CrdSet(const Documents& documents) : table_(schemas::kubernetes::Table::Builtin()) {
    for (const value::Value* definition : documents.definitions) {
      custom_.Add(*definition);
    }
  }

  const value::Value* Judge(const ToJudge& values, const Options& options, Session& session) const override {
    const value::Value* current = nullptr;
    for (const Layer& layer : Layers(values)) {
      current = current == nullptr ? layer.document.root : MergeLayer(*current, layer, nullptr, session);
    }
    if (current != nullptr) {
      Kept* const kept = values.evaluators == nullptr ? nullptr : values.evaluators->kept();
      JudgeResource(*current, options, kept, session);
    }
    return current;
  }

  void JudgeResource(const value::Value& resource, const Options& options, Kept* kept,
                     Session& session) const {
    Bench own;
    Bench& bench = kept == nullptr ? own : kept->Of<Bench>();
    if (bench.owner != this) {
      kubernetes::JudgeOptions judging;
      judging.versions = {table_.versions().size() - 1};
      judging.limits = options.limits;
      bench.budget = std::make_shared<RuleBudget>(options.limits);
      bench.judge = std::make_unique<kubernetes::Judge>(judging, table_, custom_,
                                                        schemas::crd::RuleBinder(bench.budget));
      bench.owner = this;
    }
    bench.budget->Begin();
    bench.judge->Document(resource, {}, session.arena, session.emit);
  }

 private:
  schemas::kubernetes::Table table_;
  kubernetes::CustomKinds custom_;
};

}  // namespace

source::Span FindDefinitions(const Documents& documents, const Session& /*session*/) {
  return documents.definitions.empty() ? source::Span() : documents.definitions[0]->span;
}

CompiledSet CompileDefinitions(const Documents& documents, const Given& /*given*/, const Options& options,
                               source::FileReader& /*reader*/, Session& session) {
  CompiledSet compiled;
  auto set = std::make_unique<CrdSet>(documents);
  const size_t before = session.emit.error_count();
  for (const value::Value* definition : documents.definitions) {
    set->JudgeResource(*definition, options, nullptr, session);
  }
  compiled.is_faulty = session.emit.error_count() > before;
  // The set's values have no type of their own: that of each kind is found when a resource is met.
  types::Field root;
  types::Type anything;
  anything.span = documents.definitions[0]->span;
  root.type = session.model.Add(std::move(anything));
  root.span = documents.definitions[0]->span;
  session.model.SetRoot(std::move(root));
  compiled.schema = std::move(set);
  return compiled;
}

}  // namespace kval::driver
