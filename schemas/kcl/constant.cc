#include "schemas/kcl/constant.h"

#include <algorithm>
#include <span>

namespace kval::schemas::kcl {
namespace {

constexpr int kConstantDepthLimit = 200;

class ConstantTest {
 public:
  ConstantTest(const SchemaModule& module, const kval::kcl::eval::Layout* layout)
      : module_(module), layout_(layout) {}

  bool Visit(const kval::kcl::Expr& expr, int depth) const {
    if (depth > kConstantDepthLimit) {
      return false;
    }
    const auto inner = [&](const kval::kcl::Expr* each) {
      return each == nullptr || Visit(*each, depth + 1);
    };
    switch (expr.kind) {
      case kval::kcl::ExprKind::kInt:
      case kval::kcl::ExprKind::kFloat:
      case kval::kcl::ExprKind::kConstant:
      case kval::kcl::ExprKind::kString:
        return true;
      case kval::kcl::ExprKind::kName:
        return IsConstantName(expr.As<kval::kcl::NameExpr>()->name);
      case kval::kcl::ExprKind::kParen:
        return inner(expr.As<kval::kcl::ParenExpr>()->inner);
      case kval::kcl::ExprKind::kUnary:
        return inner(expr.As<kval::kcl::UnaryExpr>()->operand);
      case kval::kcl::ExprKind::kBinary:
        return inner(expr.As<kval::kcl::BinaryExpr>()->left) &&
               inner(expr.As<kval::kcl::BinaryExpr>()->right);
      case kval::kcl::ExprKind::kSelector:
        return inner(expr.As<kval::kcl::SelectorExpr>()->value);
      case kval::kcl::ExprKind::kList: {
        const kval::kcl::Exprs items = expr.As<kval::kcl::ListExpr>()->items;
        return std::all_of(items.begin(), items.end(), inner);
      }
      case kval::kcl::ExprKind::kConfig:
        return AreConstant(expr.As<kval::kcl::ConfigExpr>()->entries, depth);
      case kval::kcl::ExprKind::kSchemaInit: {
        const auto& init = *expr.As<kval::kcl::SchemaInitExpr>();
        return init.args.empty() && inner(init.schema) && inner(init.config);
      }
      default:
        return false;
    }
    return false;
  }

 private:
  bool IsConstantName(const kval::kcl::Name& name) const {
    const kval::kcl::Ref* ref = &module_.program().RefOf(name);
    for (int hops = 0; hops < 64; ++hops) {
      const bool is_member = ref->kind == kval::kcl::RefKind::kAttribute &&
                             (layout_ == nullptr || layout_->by_name.contains(ref->symbol));
      if (is_member || ref->kind == kval::kcl::RefKind::kLocal) {
        return false;
      }
      if (ref->fallback < 0) {
        return ref->kind != kval::kcl::RefKind::kAttribute;
      }
      ref = &module_.program().fallbacks[static_cast<size_t>(ref->fallback)];
    }
    return false;
  }

  bool AreConstant(std::span<const kval::kcl::ConfigEntry> entries, int depth) const {
    return std::all_of(entries.begin(), entries.end(), [&](const kval::kcl::ConfigEntry& entry) {
      const bool has_plain_key =
          std::all_of(entry.key.begin(), entry.key.end(), [](const kval::kcl::KeyStep& step) {
            return step.kind == kval::kcl::KeyStepKind::kName || step.kind == kval::kcl::KeyStepKind::kString;
          });
      return entry.kind == kval::kcl::EntryKind::kPair && has_plain_key && entry.value != nullptr &&
             Visit(*entry.value, depth + 1);
    });
  }

  const SchemaModule& module_;
  const kval::kcl::eval::Layout* const layout_;
};

}  // namespace

bool IsConstant(const kval::kcl::Expr& expr, const SchemaModule& module,
                const kval::kcl::eval::Layout* layout) {
  return ConstantTest(module, layout).Visit(expr, 0);
}

}  // namespace kval::schemas::kcl
