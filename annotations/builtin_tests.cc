#include "annotations/builtin_tests.h"

#include <optional>
#include <string>
#include <utility>

#include "src/lang/starlark/object.h"
#include "src/support/native_stack.h"

namespace kval::annotations {
namespace {

using starlark::Expr;
using starlark::ExprKind;
using starlark::Token;

constexpr uint32_t kHeightLimit = 32;

template <typename T>
const T& As(const Expr& expr) {
  return static_cast<const T&>(expr);
}

Token Swapped(Token op) {
  switch (op) {
    case Token::kLess:
      return Token::kGreater;
    case Token::kLessEqual:
      return Token::kGreaterEqual;
    case Token::kGreater:
      return Token::kLess;
    case Token::kGreaterEqual:
      return Token::kLessEqual;
    default:
      return op;
  }
}

class TestReader {
 public:
  TestReader(const starlark::FunctionCode& function, value::Builder& build)
      : function_(function), build_(build) {}

  // Adds the tests of a condition; returns whether these are all.
  bool Condition(const Expr& expr) {
    NeedStack();
    if (expr.kind == ExprKind::kLogical) {
      const auto& both = As<starlark::BinaryExpr>(expr);
      return both.op == Token::kAnd && Condition(*both.left) && Condition(*both.right);
    }
    if (expr.kind == ExprKind::kBinary) {
      return Comparison(As<starlark::BinaryExpr>(expr));
    }
    return expr.kind == ExprKind::kCall && Call(As<starlark::CallExpr>(expr));
  }

  std::vector<types::Test> Take() { return std::move(tests_); }

 private:
  bool IsSubject(const Expr& expr) const {
    return expr.kind == ExprKind::kName && !function_.params.empty() &&
           function_.params[0].form == starlark::Param::kPlain &&
           As<starlark::NameExpr>(expr).ref.scope == starlark::Scope::kLocal &&
           As<starlark::NameExpr>(expr).name == function_.params[0].name->name;
  }

  const value::Value* Literal(const Expr& expr) {
    if (expr.kind != ExprKind::kLiteral) {
      return nullptr;
    }
    const starlark::Value value = As<starlark::LiteralExpr>(expr).value;
    return value.kind() == starlark::Kind::kInt ? build_.Int(value.integer())
           : value.is_float()                   ? build_.Float(value.real())
           : value.is_string()                  ? build_.String(value.text())
                                                : nullptr;
  }

  bool Add(types::Test test) {
    tests_.push_back(std::move(test));
    return true;
  }

  bool Comparison(const starlark::BinaryExpr& expr) {
    if (expr.op == Token::kIn) {
      return IsSubject(*expr.left) && OneOf(*expr.right);
    }
    const value::Value* right = Literal(*expr.right);
    const value::Value* left = right == nullptr ? Literal(*expr.left) : nullptr;
    if (right == nullptr && left == nullptr) {
      return false;
    }
    return right != nullptr ? Bound(*expr.left, expr.op, *right)
                            : Bound(*expr.right, Swapped(expr.op), *left);
  }

  bool OneOf(const Expr& list) {
    if (list.kind != ExprKind::kList) {
      return false;
    }
    types::OneOf test;
    for (const Expr* item : As<starlark::SequenceExpr>(list).items) {
      test.allowed.push_back(Literal(*item));
      if (test.allowed.back() == nullptr) {
        return false;
      }
    }
    return Add(std::move(test));
  }

  bool Bound(const Expr& subject, Token op, const value::Value& bound) {
    if (subject.kind == ExprKind::kCall) {
      return Length(As<starlark::CallExpr>(subject), op, bound);
    }
    if (subject.kind == ExprKind::kBinary) {
      return op == Token::kEqual && bound.kind == value::Kind::kInt && bound.integer == 0 &&
             Multiple(As<starlark::BinaryExpr>(subject));
    }
    if (!IsSubject(subject)) {
      return false;
    }
    if (op == Token::kEqual) {
      return Add(types::OneOf{{&bound}});
    }
    if (bound.kind == value::Kind::kString) {
      return false;
    }
    switch (op) {
      case Token::kGreater:
      case Token::kGreaterEqual:
        return Add(types::Minimum{&bound, op == Token::kGreater});
      case Token::kLess:
      case Token::kLessEqual:
        return Add(types::Maximum{&bound, op == Token::kLess});
      default:
        return false;
    }
  }

  // `v % 2`
  bool Multiple(const starlark::BinaryExpr& expr) {
    const value::Value* divisor = expr.op == Token::kPercent ? Literal(*expr.right) : nullptr;
    return divisor != nullptr && divisor->kind == value::Kind::kInt && divisor->integer > 0 &&
           IsSubject(*expr.left) && Add(types::MultipleOf{divisor});
  }

  bool Length(const starlark::CallExpr& call, Token op, const value::Value& bound) {
    const bool is_length = call.callee->kind == ExprKind::kName &&
                           As<starlark::NameExpr>(*call.callee).name == "len" &&
                           As<starlark::NameExpr>(*call.callee).ref.scope == starlark::Scope::kPredeclared &&
                           call.arguments.size() == 1 && IsSubject(*call.arguments[0].value);
    if (!is_length || bound.kind != value::Kind::kInt) {
      return false;
    }
    switch (op) {
      case Token::kGreaterEqual:
        return Add(types::MinLength{bound.integer});
      case Token::kGreater:
        return Add(types::MinLength{bound.integer + 1});
      case Token::kLessEqual:
        return Add(types::MaxLength{bound.integer});
      case Token::kLess:
        return Add(types::MaxLength{bound.integer - 1});
      case Token::kEqual:
        return Add(types::MinLength{bound.integer}) && Add(types::MaxLength{bound.integer});
      default:
        return false;
    }
  }

  // The string that is the only argument, or the argument before `v`.
  std::optional<std::string> StringArgument(const starlark::CallExpr& call) const {
    const Expr* first = call.arguments.empty() ? nullptr : call.arguments[0].value;
    const bool is_string = first != nullptr && first->kind == ExprKind::kLiteral &&
                           call.arguments[0].form == starlark::Argument::kPositional &&
                           As<starlark::LiteralExpr>(*first).value.is_string();
    return is_string ? std::optional(std::string(As<starlark::LiteralExpr>(*first).value.text()))
                     : std::nullopt;
  }

  bool Call(const starlark::CallExpr& call) {
    const std::optional<std::string> text = StringArgument(call);
    if (!text || call.callee->kind != ExprKind::kDot) {
      return false;
    }
    const auto& dot = As<starlark::DotExpr>(*call.callee);
    if (IsSubject(*dot.object) && call.arguments.size() == 1 && dot.name == "startswith") {
      return Add(types::Prefix{*text});
    }
    if (IsSubject(*dot.object) && call.arguments.size() == 1 && dot.name == "endswith") {
      return Add(types::Suffix{*text});
    }
    const bool is_match =
        dot.object->kind == ExprKind::kName && As<starlark::NameExpr>(*dot.object).name == "regexp" &&
        dot.name == "match" && call.arguments.size() == 2 &&
        call.arguments[1].form == starlark::Argument::kPositional && IsSubject(*call.arguments[1].value);
    Result<types::Pattern> pattern =
        is_match ? types::Pattern::Compile(*text) : Result<types::Pattern>(Failure{});
    return pattern && Add(types::MatchesRegex{*std::move(pattern)});
  }

  const starlark::FunctionCode& function_;
  value::Builder& build_;
  std::vector<types::Test> tests_;
};

}  // namespace

std::vector<types::Test> BuiltinTests(const starlark::FunctionCode& function, value::Builder& build) {
  const Expr* result = function.result;
  if (result == nullptr || result->height > kHeightLimit) {
    return {};
  }
  TestReader reader(function, build);
  return reader.Condition(*result) ? reader.Take() : std::vector<types::Test>();
}

}  // namespace kval::annotations
