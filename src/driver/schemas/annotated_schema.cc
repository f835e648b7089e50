#include "src/driver/schemas/annotated_schema.h"

#include <optional>

#include "src/driver/layered_values.h"

namespace kval::driver {
namespace {

// Base values of all documents are applied to the defaults once.
class AnnotatedSet final : public SetSchema {
 public:
  AnnotatedSet(const types::Model& model, const DriverOptions& options, bool is_proposal)
      : model_(model), options_(options), is_proposal_(is_proposal) {}

  bool validates_undeclared_keys() const override { return is_proposal_; }

  void SetBase(std::vector<Layer> below, Session& session) override {
    parent_.emplace(model_, options_, session);
    for (const Layer& layer : below) {
      parent_->Add(layer);
    }
  }

  const value::Value* Validate(const ValidationInput& values, const DriverOptions& options,
                               Session& session) const override {
    LayeredValues merged = parent_ ? LayeredValues(*parent_, session, values.evaluators)
                                   : LayeredValues(model_, options, session, values.evaluators);
    for (const Layer& layer : values.layers) {
      merged.Add(layer);
    }
    return merged.Finish(model_.root().span);  // ytt names the `---` below such a rule
  }

 private:
  const types::Model& model_;
  DriverOptions options_;
  bool is_proposal_;
  std::optional<LayeredValues> parent_;
};

}  // namespace

source::Span FindAnnotated(const Documents& documents, const Session& /*session*/) {
  return documents.schemas.empty() ? source::Span() : documents.schemas[0].document.span;
}

CompiledSet CompileAnnotatedInto(types::Model& model, const Documents& documents,
                                 const SuppliedDocuments& given, const DriverOptions& options,
                                 Session& session) {
  CompiledSet compiled;
  compiled.is_invalid = !CompileSchema(documents, given, model, session);
  if (!compiled.is_invalid || model.has_root()) {
    compiled.schema = std::make_unique<AnnotatedSet>(model, options, IsProposal(documents));
  }
  return compiled;
}

CompiledSet CompileAnnotatedSet(const Documents& documents, const SuppliedDocuments& given,
                                const DriverOptions& options, source::FileReader& /*reader*/,
                                Session& session) {
  return CompileAnnotatedInto(session.model, documents, given, options, session);
}

}  // namespace kval::driver
