#include "annotations/attribute_use.h"

#include <set>
#include <utility>

#include "src/lang/starlark/methods.h"
#include "src/support/native_stack.h"

namespace kval::annotations {
namespace {

using starlark::Expr;
using starlark::ExprKind;
using starlark::Stmt;
using starlark::StmtKind;

template <typename T>
const T& As(const Expr& expr) {
  return static_cast<const T&>(expr);
}
template <typename T>
const T& As(const Stmt& stmt) {
  return static_cast<const T&>(stmt);
}

// Follows the rule's value through the function. Expressions are not deeper than the parser allows.
class Reader {
 public:
  Reader(const starlark::FunctionCode& function, bool has_context) {
    if (!function.params.empty() && function.params[0].form == starlark::Param::kPlain) {
      values_.insert(function.params[0].name->name);
    }
    if (has_context && function.params.size() > 1 && function.params[1].form == starlark::Param::kPlain) {
      context_ = function.params[1].name->name;
    }
  }

  // Visits the body twice, because a loop may assign a variable that it reads in an earlier line.
  std::vector<AttributeUse> Run(const starlark::FunctionCode& function) {
    for (int round = 0; round < 2; ++round) {
      uses_.clear();
      Statements(function.body);
      if (function.result != nullptr) {
        Read(*function.result);
      }
    }
    return std::move(uses_);
  }

 private:
  void Statements(starlark::Block block) {
    for (const Stmt* stmt : block) {
      Statement(*stmt);
    }
  }

  void Statement(const Stmt& stmt) {
    NeedStack();
    switch (stmt.kind) {
      case StmtKind::kExpr:
        Read(*As<starlark::ExprStmt>(stmt).expr);
        return;
      case StmtKind::kAssign:
        Assign(*As<starlark::AssignStmt>(stmt).target, Read(*As<starlark::AssignStmt>(stmt).value));
        return;
      case StmtKind::kIf:
        for (const starlark::IfClause& clause : As<starlark::IfStmt>(stmt).clauses) {
          Read(*clause.condition);
          Statements(clause.body);
        }
        Statements(As<starlark::IfStmt>(stmt).otherwise);
        return;
      case StmtKind::kFor:
        Assign(*As<starlark::ForStmt>(stmt).target, Read(*As<starlark::ForStmt>(stmt).iterable));
        Statements(As<starlark::ForStmt>(stmt).body);
        return;
      case StmtKind::kWhile:
        Read(*As<starlark::WhileStmt>(stmt).condition);
        Statements(As<starlark::WhileStmt>(stmt).body);
        return;
      case StmtKind::kReturn:
        if (const Expr* value = As<starlark::ReturnStmt>(stmt).value) {
          Read(*value);
        }
        return;
      case StmtKind::kDef:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kLoad:
      case StmtKind::kHost:
        return;
    }
  }

  void Assign(const Expr& target, bool is_of_value) {
    if (target.kind == ExprKind::kName && is_of_value) {
      values_.insert(As<starlark::NameExpr>(target).name);
    }
  }

  // Whether the expression is the rule's value, or a part of it.
  bool Read(const Expr& expr) {
    NeedStack();
    switch (expr.kind) {
      case ExprKind::kName:
        return values_.contains(As<starlark::NameExpr>(expr).name);
      case ExprKind::kDot:
        return Dot(As<starlark::DotExpr>(expr));
      case ExprKind::kIndex:
        Read(*As<starlark::IndexExpr>(expr).index);
        return Read(*As<starlark::IndexExpr>(expr).object);
      case ExprKind::kLogical: {
        const bool left = Read(*As<starlark::BinaryExpr>(expr).left);
        return Read(*As<starlark::BinaryExpr>(expr).right) || left;
      }
      case ExprKind::kConditional: {
        Read(*As<starlark::ConditionalExpr>(expr).condition);
        const bool yes = Read(*As<starlark::ConditionalExpr>(expr).yes);
        return Read(*As<starlark::ConditionalExpr>(expr).no) || yes;
      }
      default:
        Parts(expr);
        return false;
    }
  }

  bool Dot(const starlark::DotExpr& dot) {
    const Expr& object = *dot.object;
    if (object.kind == ExprKind::kName && !context_.empty() &&
        As<starlark::NameExpr>(object).name == context_) {
      return true;
    }
    const size_t known = uses_.size();
    if (!Read(object)) {
      return false;
    }
    if (starlark::FindMethod(starlark::Kind::kString, dot.name) != nullptr) {
      return false;
    }
    if (uses_.size() == known) {  // of `v.a.b` the first
      uses_.push_back({object.span, dot.name_span, dot.name});
    }
    return true;
  }

  // The method of a call, as in `v.keys()`, is not an attribute.
  void Callee(const Expr& callee) {
    Read(callee.kind == ExprKind::kDot ? *As<starlark::DotExpr>(callee).object : callee);
  }

  void Parts(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kList:
      case ExprKind::kTuple:
        for (const Expr* item : As<starlark::SequenceExpr>(expr).items) {
          Read(*item);
        }
        return;
      case ExprKind::kDict:
        for (const starlark::DictItem& item : As<starlark::DictExpr>(expr).items) {
          Read(*item.key);
          Read(*item.value);
        }
        return;
      case ExprKind::kUnary:
        Read(*As<starlark::UnaryExpr>(expr).operand);
        return;
      case ExprKind::kBinary:
        Read(*As<starlark::BinaryExpr>(expr).left);
        Read(*As<starlark::BinaryExpr>(expr).right);
        return;
      case ExprKind::kCall:
        Callee(*As<starlark::CallExpr>(expr).callee);
        for (const starlark::Argument& argument : As<starlark::CallExpr>(expr).arguments) {
          Read(*argument.value);
        }
        return;
      case ExprKind::kComprehension:
        Comprehension(As<starlark::ComprehensionExpr>(expr));
        return;
      default:
        return;
    }
  }

  void Comprehension(const starlark::ComprehensionExpr& expr) {
    for (const starlark::Clause& clause : expr.clauses) {
      const bool is_of_value = Read(*clause.operand);
      if (clause.target != nullptr) {
        Assign(*clause.target, is_of_value);
      }
    }
    if (expr.body.key != nullptr) {
      Read(*expr.body.key);
    }
    Read(*expr.body.value);
  }

  std::set<std::string_view> values_;
  std::string_view context_;
  std::vector<AttributeUse> uses_;
};

}  // namespace

std::vector<AttributeUse> AttributesReadBy(const starlark::FunctionCode& function, bool has_context) {
  return Reader(function, has_context).Run(function);
}

}  // namespace kval::annotations
