#include "schemas/kcl/constant.h"

#include <algorithm>
#include <span>

namespace kval::schemas::kcl_language {
namespace {

constexpr int kDepthLimit = 200;

class ConstantTest {
 public:
  ConstantTest(const Module& module, const kcl::eval::Layout* layout) : module_(module), layout_(layout) {}

  bool Visit(const kcl::Expr& expr, int depth) const {
    if (depth > kDepthLimit) {
      return false;
    }
    const auto inner = [&](const kcl::Expr* each) { return each == nullptr || Visit(*each, depth + 1); };
    switch (expr.kind) {
      case kcl::ExprKind::kInt:
      case kcl::ExprKind::kFloat:
      case kcl::ExprKind::kConstant:
      case kcl::ExprKind::kString:
        return true;
      case kcl::ExprKind::kName:
        return IsConstantName(expr.As<kcl::NameExpr>()->name);
      case kcl::ExprKind::kParen:
        return inner(expr.As<kcl::ParenExpr>()->inner);
      case kcl::ExprKind::kUnary:
        return inner(expr.As<kcl::UnaryExpr>()->operand);
      case kcl::ExprKind::kBinary:
        return inner(expr.As<kcl::BinaryExpr>()->left) && inner(expr.As<kcl::BinaryExpr>()->right);
      case kcl::ExprKind::kSelector:
        return inner(expr.As<kcl::SelectorExpr>()->value);
      case kcl::ExprKind::kList: {
        const kcl::Exprs items = expr.As<kcl::ListExpr>()->items;
        return std::all_of(items.begin(), items.end(), inner);
      }
      case kcl::ExprKind::kConfig:
        return AreConstant(expr.As<kcl::ConfigExpr>()->entries, depth);
      case kcl::ExprKind::kSchemaInit: {
        const auto& init = *expr.As<kcl::SchemaInitExpr>();
        return init.args.empty() && inner(init.schema) && inner(init.config);
      }
      case kcl::ExprKind::kInvalid:
      case kcl::ExprKind::kInterpolated:
      case kcl::ExprKind::kCompare:
      case kcl::ExprKind::kConditional:
      case kcl::ExprKind::kAs:
      case kcl::ExprKind::kProjection:
      case kcl::ExprKind::kSubscript:
      case kcl::ExprKind::kSlice:
      case kcl::ExprKind::kCall:
      case kcl::ExprKind::kListComprehension:
      case kcl::ExprKind::kDictComprehension:
      case kcl::ExprKind::kQuantifier:
      case kcl::ExprKind::kLambda:
      case kcl::ExprKind::kStarred:
      case kcl::ExprKind::kListIf:
        return false;
    }
    return false;
  }

 private:
  bool IsConstantName(const kcl::Name& name) const {
    const kcl::Ref* ref = &module_.program().RefOf(name);
    for (int hops = 0; hops < 64; ++hops) {
      const bool is_member = ref->kind == kcl::RefKind::kAttribute &&
                             (layout_ == nullptr || layout_->by_name.contains(ref->symbol));
      if (is_member || ref->kind == kcl::RefKind::kLocal) {
        return false;
      }
      if (ref->fallback < 0) {
        return ref->kind != kcl::RefKind::kAttribute;
      }
      ref = &module_.program().fallbacks[static_cast<size_t>(ref->fallback)];
    }
    return false;
  }

  bool AreConstant(std::span<const kcl::ConfigEntry> entries, int depth) const {
    return std::all_of(entries.begin(), entries.end(), [&](const kcl::ConfigEntry& entry) {
      const bool has_plain_key =
          std::all_of(entry.key.begin(), entry.key.end(), [](const kcl::KeyStep& step) {
            return step.kind == kcl::KeyStepKind::kName || step.kind == kcl::KeyStepKind::kString;
          });
      return entry.kind == kcl::EntryKind::kPair && has_plain_key && entry.value != nullptr &&
             Visit(*entry.value, depth + 1);
    });
  }

  const Module& module_;
  const kcl::eval::Layout* const layout_;
};

}  // namespace

bool IsConstant(const kcl::Expr& expr, const Module& module, const kcl::eval::Layout* layout) {
  return ConstantTest(module, layout).Visit(expr, 0);
}

}  // namespace kval::schemas::kcl_language
