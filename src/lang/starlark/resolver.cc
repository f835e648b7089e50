#include "src/lang/starlark/resolver.h"

#include <vector>

#include "src/lang/starlark/scopes.h"
#include "src/support/keyed_hash.h"

namespace kval::starlark {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNotInLoop{diag::Kind::kStarlarkSyntax, "{} not in a loop"};
constexpr Def<> kReturnOutside{diag::Kind::kStarlarkSyntax, "return statement not within a function"};
constexpr Def<> kLoadInside{diag::Kind::kStarlarkSyntax, "load statement within a function"};
constexpr Def<std::string_view> kPrivateLoad{diag::Kind::kStarlarkName,
                                             "load: names with leading underscores are not exported: {}"};
constexpr Def<> kEmptyLoad{diag::Kind::kStarlarkSyntax, "load: empty identifier"};
constexpr Def<std::string_view> kCannotAssign{diag::Kind::kStarlarkSyntax, "can't assign to {}"};
constexpr Def<std::string_view> kAugmentedSequence{diag::Kind::kStarlarkSyntax,
                                                   "can't use {} expression in augmented assignment"};
constexpr Def<std::string_view> kArgumentOrder{diag::Kind::kStarlarkSyntax, "{}"};
constexpr Def<std::string_view> kRepeatedKeyword{diag::Kind::kStarlarkSyntax, "keyword argument {} repeated"};
constexpr Def<std::string_view> kDuplicateParam{diag::Kind::kStarlarkSyntax, "duplicate parameter: {}"};

std::string_view ExprName(ExprKind kind) {
  switch (kind) {
    case ExprKind::kName:
      return "name";
    case ExprKind::kLiteral:
      return "literal";
    case ExprKind::kList:
      return "[]";
    case ExprKind::kTuple:
      return "()";
    case ExprKind::kDict:
      return "dictexpr";
    case ExprKind::kComprehension:
      return "comprehension";
    case ExprKind::kUnary:
      return "unaryexpr";
    case ExprKind::kBinary:
    case ExprKind::kLogical:
      return "binaryexpr";
    case ExprKind::kConditional:
      return "condexpr";
    case ExprKind::kDot:
      return "dotexpr";
    case ExprKind::kIndex:
      return "indexexpr";
    case ExprKind::kSlice:
      return "sliceexpr";
    case ExprKind::kCall:
      return "callexpr";
    case ExprKind::kLambda:
      return "lambdaexpr";
  }
  return "expression";
}

class Resolver {
 public:
  Resolver(Program& program, const Environment& environment, const UndefinedHint& undefined_hint,
           diag::Emitter& emitter)
      : program_(program), emitter_(emitter), scopes_(program, environment, undefined_hint, emitter) {}

  size_t Run() {
    FunctionCode& code = program_.mutable_code();
    scopes_.EnterFunction(&code);
    Statements(code.body);
    return scopes_.Finish();
  }

 private:
  // Statements.

  void Statements(Block block) {
    for (Stmt* stmt : block) {
      Statement(stmt);
    }
  }

  void Statement(Stmt* stmt) {
    switch (stmt->kind) {
      case StmtKind::kExpr:
        Visit(static_cast<ExprStmt*>(stmt)->expr);
        return;
      case StmtKind::kAssign: {
        auto* assign = static_cast<AssignStmt*>(stmt);
        Visit(assign->value);
        Assign(assign->target, assign->op != Token::kAssign);
        return;
      }
      case StmtKind::kIf:
        for (const IfClause& clause : static_cast<IfStmt*>(stmt)->clauses) {
          Visit(clause.condition);
          Statements(clause.body);
        }
        Statements(static_cast<IfStmt*>(stmt)->otherwise);
        return;
      case StmtKind::kFor: {
        auto* loop = static_cast<ForStmt*>(stmt);
        Visit(loop->iterable);
        Assign(loop->target, false);
        Loop(loop->body);
        return;
      }
      case StmtKind::kWhile:
        Visit(static_cast<WhileStmt*>(stmt)->condition);
        Loop(static_cast<WhileStmt*>(stmt)->body);
        return;
      case StmtKind::kDef: {
        auto* def = static_cast<DefStmt*>(stmt);
        scopes_.Bind(def->name);
        Enter(def->code);
        return;
      }
      case StmtKind::kReturn: {
        if (!scopes_.is_in_function()) {
          emitter_.Report(stmt->span, kReturnOutside).Emit();
        }
        if (Expr* value = static_cast<ReturnStmt*>(stmt)->value) {
          Visit(value);
        }
        return;
      }
      case StmtKind::kBreak:
      case StmtKind::kContinue:
        if (loops_ == 0) {
          emitter_.Report(stmt->span, kNotInLoop, stmt->kind == StmtKind::kBreak ? "break" : "continue")
              .Emit();
        }
        return;
      case StmtKind::kLoad:
        Load(static_cast<LoadStmt*>(stmt));
        return;
      case StmtKind::kHost:
        HostArguments(*static_cast<HostStmt*>(stmt));
        return;
    }
  }

  void HostArguments(const HostStmt& stmt) {
    if (stmt.form == HostCall::Form::kArguments) {
      for (const Argument& argument : stmt.arguments) {
        if (argument.value->kind == ExprKind::kName) {
          scopes_.RecordArgument(*static_cast<const NameExpr*>(argument.value), argument.name);
        }
      }
    }
    Arguments(stmt.arguments, stmt.span);
  }

  void Loop(Block body) {
    ++loops_;
    Statements(body);
    --loops_;
  }

  void Load(LoadStmt* load) {
    if (scopes_.is_in_function()) {
      emitter_.Report(load->span, kLoadInside).Emit();
    }
    for (const LoadedName& name : load->names) {
      if (name.original.empty()) {
        emitter_.Report(name.original_span, kEmptyLoad).Emit();
        continue;
      }
      if (name.original[0] == '_') {
        emitter_.Report(name.original_span, kPrivateLoad, name.original).Emit();
      }
      // Names that a file loads are local to it and not exported.
      scopes_.BindHere(name.local);
    }
  }

  void Assign(Expr* target, bool is_augmented) {
    switch (target->kind) {
      case ExprKind::kName:
        scopes_.Bind(static_cast<NameExpr*>(target));
        return;
      case ExprKind::kIndex:
        Visit(static_cast<IndexExpr*>(target)->object);
        Visit(static_cast<IndexExpr*>(target)->index);
        return;
      case ExprKind::kDot:
        Visit(static_cast<DotExpr*>(target)->object);
        return;
      case ExprKind::kTuple:
      case ExprKind::kList: {
        const auto* sequence = static_cast<SequenceExpr*>(target);
        if (sequence->items.empty()) {
          emitter_.Report(target->span, kCannotAssign, ExprName(target->kind)).Emit();
        } else if (is_augmented) {
          const std::string_view what = target->kind == ExprKind::kTuple ? "tuple" : "list";
          emitter_.Report(target->span, kAugmentedSequence, what).Emit();
          return;
        }
        for (Expr* item : sequence->items) {
          Assign(item, is_augmented);
        }
        return;
      }
      default:
        emitter_.Report(target->span, kCannotAssign, ExprName(target->kind)).Emit();
        return;
    }
  }

  // Functions.

  void Enter(FunctionCode* code) {
    for (const Param& param : code->params) {
      if (param.fallback) {
        Visit(param.fallback);
      }
    }
    const int outer_loops = loops_;
    scopes_.EnterFunction(code);
    loops_ = 0;
    Params(*code);
    Statements(code->body);
    if (code->result) {
      Visit(code->result);
    }
    loops_ = outer_loops;
    scopes_.LeaveFunction();
  }

  void BindParam(const Param& param) {
    if (scopes_.IsBoundHere(param.name->name)) {
      emitter_.Report(param.name->span, kDuplicateParam, param.name->name).Emit();
    }
    scopes_.BindHere(param.name);
  }

  void Params(FunctionCode& code) {
    std::vector<Expr*> fallbacks;
    const Param* args = nullptr;
    const Param* kwargs = nullptr;
    bool seen_star = false;
    bool seen_default = false;
    for (const Param& param : code.params) {
      ParamOrder(param, seen_star, seen_default, kwargs != nullptr);
      switch (param.form) {
        case Param::kPlain:
          BindParam(param);
          fallbacks.push_back(param.fallback);
          ++(seen_star ? code.keyword_only_count : code.positional_count);
          break;
        case Param::kStar:
          args = &param;
          seen_star = true;
          break;
        case Param::kBareStar:
          seen_star = true;
          break;
        case Param::kStarStar:
          kwargs = &param;
          break;
      }
    }
    if (seen_star && !args && code.keyword_only_count == 0) {
      emitter_.Report(code.span, kArgumentOrder, "bare * must be followed by keyword-only parameters").Emit();
    }
    code.has_args = args != nullptr;
    code.has_kwargs = kwargs != nullptr;
    for (const Param* param : {args, kwargs}) {
      if (param) {
        BindParam(*param);
      }
    }
    code.fallbacks = program_.arena().Copy(std::span<Expr* const>(fallbacks));
  }

  void ParamOrder(const Param& param, bool seen_star, bool& seen_default, bool seen_kwargs) {
    const source::Span at = param.name ? param.name->span : source::Span{};
    if (seen_kwargs) {
      emitter_
          .Report(at, kArgumentOrder,
                  param.form == Param::kStarStar ? "multiple ** parameters not allowed"
                                                 : "parameter may not follow **kwargs")
          .Emit();
    } else if (seen_star && (param.form == Param::kStar || param.form == Param::kBareStar)) {
      emitter_.Report(at, kArgumentOrder, "multiple * parameters not allowed").Emit();
    } else if (param.form == Param::kPlain && !seen_star && seen_default && !param.fallback) {
      emitter_.Report(at, kArgumentOrder, "required parameter may not follow optional").Emit();
    }
    seen_default = seen_default || param.fallback != nullptr;
  }

  // Expressions.

  void Visit(Expr* expr) {
    switch (expr->kind) {
      case ExprKind::kName:
        scopes_.Use(static_cast<NameExpr*>(expr));
        return;
      case ExprKind::kLiteral:
        return;
      case ExprKind::kList:
      case ExprKind::kTuple:
        for (Expr* item : static_cast<SequenceExpr*>(expr)->items) {
          Visit(item);
        }
        return;
      case ExprKind::kDict:
        for (const DictItem& item : static_cast<DictExpr*>(expr)->items) {
          Visit(item.key);
          Visit(item.value);
        }
        return;
      case ExprKind::kComprehension:
        Comprehension(static_cast<ComprehensionExpr*>(expr));
        return;
      case ExprKind::kUnary:
        Visit(static_cast<UnaryExpr*>(expr)->operand);
        return;
      case ExprKind::kBinary:
      case ExprKind::kLogical:
        Visit(static_cast<BinaryExpr*>(expr)->left);
        Visit(static_cast<BinaryExpr*>(expr)->right);
        return;
      case ExprKind::kConditional: {
        auto* conditional = static_cast<ConditionalExpr*>(expr);
        Visit(conditional->condition);
        Visit(conditional->yes);
        Visit(conditional->no);
        return;
      }
      case ExprKind::kDot:
        Visit(static_cast<DotExpr*>(expr)->object);
        return;
      case ExprKind::kIndex:
        Visit(static_cast<IndexExpr*>(expr)->object);
        Visit(static_cast<IndexExpr*>(expr)->index);
        return;
      case ExprKind::kSlice: {
        auto* slice = static_cast<SliceExpr*>(expr);
        for (Expr* part : {slice->object, slice->low, slice->high, slice->step}) {
          if (part) {
            Visit(part);
          }
        }
        return;
      }
      case ExprKind::kCall:
        Visit(static_cast<CallExpr*>(expr)->callee);
        Arguments(static_cast<CallExpr*>(expr)->arguments, expr->span);
        return;
      case ExprKind::kLambda:
        Enter(static_cast<LambdaExpr*>(expr)->code);
        return;
    }
  }

  void Comprehension(ComprehensionExpr* expr) {
    // The first operand belongs to the outside: `[x for x in x]`.
    Visit(expr->clauses[0].operand);
    scopes_.EnterComprehension();
    bool is_first = true;
    for (const Clause& clause : expr->clauses) {
      if (clause.target) {
        Assign(clause.target, false);
      }
      if (!is_first) {
        Visit(clause.operand);
      }
      is_first = false;
    }
    if (expr->body.key) {
      Visit(expr->body.key);
    }
    Visit(expr->body.value);
    scopes_.LeaveComprehension();
  }

  void Arguments(std::span<Argument> arguments, source::Span) {
    bool seen_star = false;
    bool seen_star_star = false;
    TextSet<std::string_view> names;
    for (const Argument& argument : arguments) {
      const std::string_view problem =
          ArgumentProblem(argument.form, seen_star, seen_star_star, !names.empty());
      if (!problem.empty()) {
        emitter_.Report(argument.value->span, kArgumentOrder, problem).Emit();
      }
      if (argument.form == Argument::kKeyword && !names.insert(argument.name).second) {
        emitter_.Report(argument.name_span, kRepeatedKeyword, argument.name).Emit();
      }
      seen_star = seen_star || argument.form == Argument::kStar;
      seen_star_star = seen_star_star || argument.form == Argument::kStarStar;
      Visit(argument.value);
    }
  }

  static std::string_view ArgumentProblem(Argument::Form form, bool seen_star, bool seen_star_star,
                                          bool seen_name) {
    switch (form) {
      case Argument::kStarStar:
        return seen_star_star ? "multiple **kwargs not allowed" : "";
      case Argument::kStar:
        return seen_star_star ? "*args may not follow **kwargs"
               : seen_star    ? "multiple *args not allowed"
                              : "";
      case Argument::kKeyword:
        return seen_star_star ? "argument may not follow **kwargs" : "";
      case Argument::kPositional:
        break;
    }
    if (seen_star) {
      return "argument may not follow *args";
    }
    if (seen_star_star) {
      return "argument may not follow **kwargs";
    }
    return seen_name ? "positional argument may not follow named" : "";
  }

  Program& program_;
  diag::Emitter& emitter_;
  Scopes scopes_;
  int loops_ = 0;
};

}  // namespace

size_t Resolve(Program& program, const Environment& environment, const UndefinedHint& hint,
               diag::Emitter& emitter) {
  return Resolver(program, environment, hint, emitter).Run();
}

}  // namespace kval::starlark
