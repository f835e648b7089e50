#include "src/driver/schemas/annotated_schema.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/driver/layered_values.h"

namespace kval::driver {
namespace {

// Base values of all documents are applied to the defaults once.
class AnnotatedSet final : public SetSchema {
 public:
  AnnotatedSet(const types::Model& model, const Options& options, bool is_proposal)
      : model_(model), options_(options), is_proposal_(is_proposal) {}

  bool judges_new_keys() const override { return is_proposal_; }

  void LayBelow(std::vector<Layer> below, Session& session) override {
    below_.emplace(model_, options_, session);
    for (const Layer& layer : below) {
      below_->Add(layer);
    }
  }

  const value::Value* Judge(const ToJudge& values, const Options& options, Session& session) const override {
    LayeredValues merged = below_ ? LayeredValues(*below_, session, values.evaluators)
                                  : LayeredValues(model_, options, session, values.evaluators);
    for (const Layer& layer : values.layers) {
      merged.Add(layer);
    }
    return merged.Finish(model_.root().span);  // ytt names the `---` below such a rule
  }

 private:
  const types::Model& model_;
  Options options_;
  bool is_proposal_;
  std::optional<LayeredValues> below_;
};

}  // namespace

source::Span FindAnnotated(const Documents& documents, const Session& /*session*/) {
  return documents.schemas.empty() ? source::Span() : documents.schemas[0].document.span;
}

CompiledSet CompileAnnotatedInto(types::Model& model, const Documents& documents, const Given& given,
                                 const Options& options, Session& session) {
  CompiledSet compiled;
  compiled.is_faulty = !CompileSchema(documents, given, model, session);
  if (!compiled.is_faulty || model.has_root()) {
    compiled.schema = std::make_unique<AnnotatedSet>(model, options, IsProposal(documents));
  }
  return compiled;
}

CompiledSet CompileAnnotatedSet(const Documents& documents, const Given& given, const Options& options,
                                source::FileReader& /*reader*/, Session& session) {
  return CompileAnnotatedInto(session.model, documents, given, options, session);
}

}  // namespace kval::driver
