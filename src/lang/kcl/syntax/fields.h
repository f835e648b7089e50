#pragma once

#include <tuple>
#include <type_traits>

#include "src/lang/kcl/syntax/ast.h"

// The fields of all nodes of a syntax tree (`Fields`), for code that treats them alike.
namespace kval::kcl {

// Calls `use` with each field.
template <typename T, typename Use>
void ForEachField(const T& node, const Use& use) {
  std::apply([&](const auto&... field) { (use(field), ...); }, node.Fields());
}

// The node types of one base class.
template <typename... Nodes>
struct NodeTypes {
  // Calls `use` with the node as the type of its kind, unless its kind has no fields (`any`).
  template <typename Base, typename Use>
  static void Dispatch(const Base& node, const Use& use) {
    static_cast<void>(((node.kind == Nodes::kKind && (use(static_cast<const Nodes&>(node)), true)) || ...));
  }
};

template <typename Use>
void WithNodeType(const Expr& expr, const Use& use) {
  NodeTypes<NameExpr, IntExpr, FloatExpr, ConstantExpr, StringExpr, InterpolatedExpr, UnaryExpr, BinaryExpr,
            CompareExpr, ConditionalExpr, AsExpr, SelectorExpr, ProjectionExpr, SubscriptExpr, SliceExpr,
            CallExpr, SchemaInitExpr, ConfigExpr, ListExpr, ListComprehensionExpr, DictComprehensionExpr,
            QuantifierExpr, LambdaExpr, ParenExpr, StarredExpr, ListIfExpr>::Dispatch(expr, use);
}
template <typename Use>
void WithNodeType(const TypeExpr& type, const Use& use) {
  NodeTypes<NamedTypeExpr, LiteralTypeExpr, ListTypeExpr, DictTypeExpr, UnionTypeExpr,
            FunctionTypeExpr>::Dispatch(type, use);
}
template <typename Use>
void WithNodeType(const Stmt& stmt, const Use& use) {
  NodeTypes<ImportStmt, AssignStmt, AugAssignStmt, UnificationStmt, IfStmt, AssertStmt, ExprStmt,
            TypeAliasStmt, SchemaStmt, RuleStmt, AttributeStmt>::Dispatch(stmt, use);
}

template <typename T>
concept BaseNode = std::is_same_v<T, Expr> || std::is_same_v<T, TypeExpr> || std::is_same_v<T, Stmt>;
// A node of a known kind, or a part of one.
template <typename T>
concept HasFields = requires(const T& node) {
  node.Fields();
};
template <typename T>
concept FieldList = requires(const T& list) {
  list.subspan(0);
};

}  // namespace kval::kcl
