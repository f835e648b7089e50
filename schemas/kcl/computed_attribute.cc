#include "schemas/kcl/computed_attribute.h"

#include <optional>
#include <utility>

#include "schemas/kcl/as_written.h"
#include "schemas/kcl/instances.h"
#include "src/types/translatable.h"

namespace kval::schemas::kcl {
namespace {

class Computed final : public types::Thunk, public types::Translatable {
 public:
  Computed(std::shared_ptr<Module> module, const kval::kcl::Schema& schema, std::string name,
           std::string text, const kval::kcl::Expr* expr, Arena* arena)
      : module_(std::move(module)),
        schema_(schema),
        name_(std::move(name)),
        text_(std::move(text)),
        expr_(expr),
        arena_(arena) {}

  const value::Value* Compute(const value::Value& record, const types::Scope& scope) const override {
    value::Builder build(scope.evaluators == nullptr ? arena_ : &scope.evaluators->arena());
    return Instances::Of(*module_, scope.evaluators).Attribute(schema_, name_, record, build);
  }
  std::string Describe() const override { return text_; }
  bool Share() const override {
    module_->Share();
    return true;
  }
  std::optional<Text> In(Language language, const Names& /*names*/) const override {
    return language == Language::kKcl && expr_ != nullptr ? AsWritten(*expr_, schema_, *module_)
                                                          : std::nullopt;
  }

 private:
  std::shared_ptr<Module> module_;
  const kval::kcl::Schema& schema_;
  std::string name_;
  std::string text_;
  const kval::kcl::Expr* expr_;  // null: several statements
  Arena* arena_;
};

}  // namespace

std::shared_ptr<const types::Thunk> ComputedAttribute(std::shared_ptr<Module> module,
                                                      const kval::kcl::Schema& schema, std::string name,
                                                      std::string text, const kval::kcl::Expr* expr,
                                                      Arena* arena) {
  return std::make_shared<Computed>(std::move(module), schema, std::move(name), std::move(text), expr, arena);
}

}  // namespace kval::schemas::kcl
