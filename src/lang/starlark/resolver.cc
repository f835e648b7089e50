// One file over 500 lines: binding, use and the walk over the tree share the state of one pass.

#include "src/lang/starlark/resolver.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/lang/starlark/error.h"

namespace kval::starlark {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view> kNotInLoop{Kind::kStarlarkSyntax, "{} not in a loop"};
constexpr Def<> kReturnOutside{Kind::kStarlarkSyntax, "return statement not within a function"};
constexpr Def<> kLoadInside{Kind::kStarlarkSyntax, "load statement within a function"};
constexpr Def<std::string_view> kPrivateLoad{Kind::kStarlarkName,
                                             "load: names with leading underscores are not exported: {}"};
constexpr Def<> kEmptyLoad{Kind::kStarlarkSyntax, "load: empty identifier"};
constexpr Def<std::string_view> kCannotAssign{Kind::kStarlarkSyntax, "can't assign to {}"};
constexpr Def<std::string_view> kAugmentedSequence{Kind::kStarlarkSyntax,
                                                   "can't use {} expression in augmented assignment"};
constexpr Def<std::string_view> kUndefined{Kind::kStarlarkName, "undefined: {}"};
constexpr Def<std::string_view> kArgumentOrder{Kind::kStarlarkSyntax, "{}"};
constexpr Def<std::string_view> kRepeatedKeyword{Kind::kStarlarkSyntax, "keyword argument {} repeated"};
constexpr Def<std::string_view> kDuplicateParam{Kind::kStarlarkSyntax, "duplicate parameter: {}"};

struct Function;

struct Variable {
  Function* owner;
  uint32_t slot;
  bool is_cell = false;
};

// A region of names: a function, the file, or a comprehension.
struct Region {
  Region* parent;
  Function* function;
  std::unordered_map<std::string_view, Variable*> names;
};

struct Use {
  NameExpr* name;
  Region* region;
  Function* user;  // the function that the name stands in
};

struct Function {
  Function* parent;
  FunctionCode* code;
  Region* region;
  std::vector<std::string_view> slot_names;
  std::vector<Variable*> variables;
  std::vector<Use> uses;
  std::vector<Capture> captures;
  std::unordered_map<const Variable*, uint32_t> capture_index;
};

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

// ytt's hints for words of YAML and JSON.
std::string_view YamlWordHint(std::string_view name) {
  if (name == "true") {
    return "use 'True' instead of 'true' for boolean assignment";
  }
  if (name == "false") {
    return "use 'False' instead of 'false' for boolean assignment";
  }
  return name == "null" || name == "nil" || name == "none" ? "use 'None' for a null value" : "";
}

class Resolver {
 public:
  Resolver(Program& program, const Environment& environment, const UndefinedHint& undefined_hint,
           diag::Emitter& emitter)
      : program_(program), environment_(environment), undefined_hint_(undefined_hint), emitter_(emitter) {}

  size_t Run() {
    FunctionCode& code = program_.mutable_code();
    Function* top = NewFunction(&code);
    function_ = top;
    region_ = top->region;
    Statements(code.body);
    if (code.result) {
      Visit(code.result);
    }
    Arguments(program_.arguments(), {});
    FinishTop(*top);
    ReportMissing();
    for (Function& function : functions_) {
      Publish(function);
    }
    std::vector<std::string_view>& globals = program_.globals();
    globals = global_names_;
    return undefined_names_;
  }

 private:
  Function* NewFunction(FunctionCode* code) {
    Function& made = functions_.emplace_back();
    made.parent = function_;
    made.code = code;
    made.region = NewRegion(region_, &made);
    return &made;
  }

  Region* NewRegion(Region* parent, Function* function) {
    Region& made = regions_.emplace_back();
    made.parent = parent;
    made.function = function;
    return &made;
  }

  bool AtTop() const { return region_->parent == nullptr; }

  // Binding and use.

  Variable* BindLocal(std::string_view name) {
    Variable*& variable = region_->names[name];
    if (!variable) {
      variable =
          &variables_.emplace_back(Variable{function_, static_cast<uint32_t>(function_->slot_names.size())});
      function_->slot_names.push_back(name);
      function_->variables.push_back(variable);
    }
    return variable;
  }

  void Bind(NameExpr* name) {
    if (AtTop() && region_->names.find(name->name) == region_->names.end()) {
      const auto [entry, is_new] = globals_.emplace(name->name, static_cast<uint32_t>(global_names_.size()));
      if (is_new) {
        global_names_.push_back(name->name);
      }
      name->ref = {Scope::kGlobal, entry->second, nullptr};
      return;
    }
    BindLocal(name->name);
    UseName(name);
  }

  void UseName(NameExpr* name) {
    const Use use{name, region_, function_};
    if (AtTop()) {
      // Resolved in the order of the text, so that `x = x` may read a predeclared x.
      ResolveAtTop(use);
    } else {
      function_->uses.push_back(use);
    }
  }

  static Variable* Lookup(const Region* region, std::string_view name, const Function* within) {
    for (; region && region->function == within; region = region->parent) {
      if (const auto found = region->names.find(name); found != region->names.end()) {
        return found->second;
      }
    }
    return nullptr;
  }

  // When a function ends all its locals are known; what is none of them belongs further out.
  void FinishFunction(Function& function) {
    for (const Use& use : function.uses) {
      if (Variable* variable = Lookup(use.region, use.name->name, &function)) {
        Refer(use, variable);
      } else {
        function.parent->uses.push_back({use.name, function.region->parent, use.user});
      }
    }
    function.uses.clear();
  }

  void FinishTop(Function& top) {
    for (const Use& use : top.uses) {
      if (Variable* variable = Lookup(use.region, use.name->name, &top)) {
        Refer(use, variable);
      } else {
        ResolveAtTop(use);
      }
    }
    top.uses.clear();
  }

  void Refer(const Use& use, Variable* variable) {
    if (use.user == variable->owner) {
      // Whether it is a cell is known at the end only: Publish decides.
      local_uses_.push_back({use.name, variable});
      return;
    }
    variable->is_cell = true;
    use.name->ref = {Scope::kFree, CaptureOf(*use.user, variable), nullptr};
  }

  uint32_t CaptureOf(Function& function, Variable* variable) {
    const auto found = function.capture_index.find(variable);
    if (found != function.capture_index.end()) {
      return found->second;
    }
    Capture capture{true, variable->slot};
    if (function.parent != variable->owner) {
      capture = {false, CaptureOf(*function.parent, variable)};
    }
    const auto index = static_cast<uint32_t>(function.captures.size());
    function.captures.push_back(capture);
    function.capture_index.emplace(variable, index);
    return index;
  }

  void ResolveAtTop(const Use& use) {
    NameExpr* name = use.name;
    const Region& top = regions_.front();
    if (const auto found = top.names.find(name->name); found != top.names.end()) {
      Refer(use, found->second);
    } else if (const auto global = globals_.find(name->name); global != globals_.end()) {
      name->ref = {Scope::kGlobal, global->second, nullptr};
    } else if (const Value* value = environment_.Find(name->name)) {
      name->ref = {Scope::kPredeclared, 0, value};
    } else {
      ReportUndefined(use);
    }
  }

  // A name that the host knows, a module that was not loaded, is one mistake wherever it is used.
  void ReportMissing() {
    constexpr size_t kMost = 4;
    std::sort(missing_.begin(), missing_.end(), [](const auto& a, const auto& b) {
      return a.first.name->span.begin < b.first.name->span.begin;
    });
    for (const auto& [use, more] : missing_) {
      diag::Builder builder = emitter_.Report(use.name->span, kUndefined, use.name->name);
      ++undefined_names_;
      for (size_t i = 0; i < more.size() && i < kMost; ++i) {
        builder.Related(more[i], "used here, too");
      }
      builder.Hint(undefined_hint_(use.name->name, program_.name())).Emit();
    }
  }

  bool IsMissing(const Use& use) {
    if (!undefined_hint_ || undefined_hint_(use.name->name, program_.name()).empty()) {
      return false;
    }
    for (auto& [first, more] : missing_) {
      if (first.name->name == use.name->name) {
        more.push_back(use.name->span);
        return true;
      }
    }
    missing_.push_back({use, {}});
    return true;
  }

  void ReportUndefined(const Use& use) {
    if (IsMissing(use)) {
      return;
    }
    std::vector<std::string_view> candidates;
    for (const Region* region = use.region; region; region = region->parent) {
      for (const auto& [name, variable] : region->names) {
        candidates.push_back(name);
      }
    }
    candidates.insert(candidates.end(), global_names_.begin(), global_names_.end());
    const std::vector<std::string_view> known = environment_.Names();
    candidates.insert(candidates.end(), known.begin(), known.end());
    std::sort(candidates.begin(), candidates.end());

    std::string hint(YamlWordHint(use.name->name));
    if (hint.empty()) {
      hint = DidYouMean(use.name->name, std::move(candidates), "");
      if (!hint.empty()) {
        constexpr size_t kQuestion = sizeof(" (did you mean ") - 1;
        hint = "did you mean `" + hint.substr(kQuestion, hint.size() - 2 - kQuestion) + "`?";
      }
    }
    ++undefined_names_;
    emitter_.Report(use.name->span, kUndefined, use.name->name).Hint(std::move(hint)).Emit();
  }

  // Writes what was found into the tree.
  void Publish(Function& function) {
    Arena& arena = program_.arena();
    FunctionCode& code = *function.code;
    code.slot_names = arena.Copy(std::span<const std::string_view>(function.slot_names));
    code.captures = arena.Copy(std::span<const Capture>(function.captures));
    std::vector<uint32_t> cells;
    for (const Variable* variable : function.variables) {
      if (variable->is_cell) {
        cells.push_back(variable->slot);
      }
    }
    code.cell_slots = arena.Copy(std::span<const uint32_t>(cells));
    if (function.parent == nullptr) {
      for (const auto& [name, variable] : local_uses_) {
        name->ref = {variable->is_cell ? Scope::kCell : Scope::kLocal, variable->slot, nullptr};
      }
    }
  }

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
        Bind(def->name);
        Enter(def->code);
        return;
      }
      case StmtKind::kReturn: {
        if (function_->parent == nullptr) {
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
        Arguments(static_cast<HostStmt*>(stmt)->arguments, stmt->span);
        return;
    }
  }

  void Loop(Block body) {
    ++loops_;
    Statements(body);
    --loops_;
  }

  void Load(LoadStmt* load) {
    if (function_->parent) {
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
      // Local to the file: what a file loads it does not export.
      local_uses_.push_back({name.local, BindLocal(name.local->name)});
    }
  }

  void Assign(Expr* target, bool is_augmented) {
    switch (target->kind) {
      case ExprKind::kName:
        Bind(static_cast<NameExpr*>(target));
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
    Function* outer = function_;
    Region* outer_region = region_;
    const int outer_loops = loops_;
    Function* made = NewFunction(code);
    function_ = made;
    region_ = made->region;
    loops_ = 0;
    Params(*code);
    Statements(code->body);
    if (code->result) {
      Visit(code->result);
    }
    function_ = outer;
    region_ = outer_region;
    loops_ = outer_loops;
    FinishFunction(*made);
  }

  void BindParam(const Param& param) {
    if (region_->names.find(param.name->name) != region_->names.end()) {
      emitter_.Report(param.name->span, kDuplicateParam, param.name->name).Emit();
    }
    Variable* variable = BindLocal(param.name->name);
    local_uses_.push_back({param.name, variable});
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
        UseName(static_cast<NameExpr*>(expr));
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
    Region* outer = region_;
    region_ = NewRegion(outer, function_);
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
    region_ = outer;
  }

  void Arguments(std::span<Argument> arguments, source::Span) {
    bool seen_star = false;
    bool seen_star_star = false;
    std::unordered_set<std::string_view> names;
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
  const Environment& environment_;
  const UndefinedHint& undefined_hint_;
  diag::Emitter& emitter_;
  std::vector<std::pair<Use, std::vector<source::Span>>> missing_;  // with all further uses
  std::deque<Function> functions_;
  std::deque<Region> regions_;
  std::deque<Variable> variables_;
  std::unordered_map<std::string_view, uint32_t> globals_;
  std::vector<std::string_view> global_names_;
  std::vector<std::pair<NameExpr*, Variable*>> local_uses_;
  Function* function_ = nullptr;
  Region* region_ = nullptr;
  int loops_ = 0;
  size_t undefined_names_ = 0;
};

}  // namespace

size_t Resolve(Program& program, const Environment& environment, const UndefinedHint& hint,
               diag::Emitter& emitter) {
  return Resolver(program, environment, hint, emitter).Run();
}

}  // namespace kval::starlark
