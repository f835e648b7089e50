#include "schemas/kcl/computed_attribute.h"

#include <optional>
#include <utility>

#include "schemas/kcl/instance_evaluator.h"
#include "schemas/kcl/portable_source.h"
#include "src/types/source_printer.h"

namespace kval::schemas::kcl {
namespace {

class ComputedThunk final : public types::ComputedDefault, public types::SourcePrinter {
 public:
  ComputedThunk(std::shared_ptr<SchemaModule> module, const kval::kcl::Schema& schema, std::string name,
                std::string text, const kval::kcl::Expr* expr, Arena* arena)
      : module_(std::move(module)),
        schema_(schema),
        name_(std::move(name)),
        text_(std::move(text)),
        expr_(expr),
        arena_(arena) {}

  const value::Value* Compute(const value::Value& record, const types::RuleScope& scope) const override {
    value::Builder build(scope.evaluators == nullptr ? arena_ : &scope.evaluators->arena());
    return InstanceEvaluator::Of(*module_, scope.evaluators).Attribute(schema_, name_, record, build);
  }
  std::string Describe() const override { return text_; }
  bool Share() const override {
    module_->Share();
    return true;
  }
  std::optional<PrintedSource> In(Language language, const Names& /*names*/) const override {
    return language == Language::kKcl && expr_ != nullptr ? PortableSource(*expr_, schema_, *module_)
                                                          : std::nullopt;
  }

 private:
  std::shared_ptr<SchemaModule> module_;
  const kval::kcl::Schema& schema_;
  std::string name_;
  std::string text_;
  const kval::kcl::Expr* expr_;  // null: several statements
  Arena* arena_;
};

}  // namespace

std::shared_ptr<const types::ComputedDefault> ComputedAttribute(std::shared_ptr<SchemaModule> module,
                                                                const kval::kcl::Schema& schema,
                                                                std::string name, std::string text,
                                                                const kval::kcl::Expr* expr, Arena* arena) {
  return std::make_shared<ComputedThunk>(std::move(module), schema, std::move(name), std::move(text), expr,
                                         arena);
}

}  // namespace kval::schemas::kcl
