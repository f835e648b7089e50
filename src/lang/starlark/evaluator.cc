#include "src/lang/starlark/evaluator.h"

#include "src/lang/starlark/attributes.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"

namespace kval::starlark {
namespace {

// The error with a place, unless it has one.
EvalFailure Placed(EvalFailure failed, source::Span at) {
  std::unique_ptr<EvalError> error = std::move(failed).Take();
  if (!error->at.has_value()) {
    error->at = at;
  }
  return EvalFailure(std::move(error));
}

// The name that load() did not find, with those that it would have.
EvalFailure NotDefined(const LoadStmt& stmt, const LoadedName& name, Module* module) {
  constexpr size_t kShown = 12;
  std::vector<std::string> names = AttributeNames(Value(module));
  std::erase_if(names, [](const std::string& defined) { return defined.starts_with('_'); });
  std::string hint;
  std::string question = SuggestionText(name.original, {names.begin(), names.end()}, "");
  constexpr std::string_view kOpening = " (did you mean ";
  if (!question.empty()) {
    hint = "did you mean `" + question.substr(kOpening.size(), question.size() - kOpening.size() - 2) + "`? ";
  }
  if (!hint.empty() && names.size() == 1) {
    hint.pop_back();
    names.clear();
  } else {
    hint += hint.empty() ? "it" : "It";
    hint += names.empty() ? " defines nothing that can be loaded" : " defines ";
  }
  for (size_t i = 0; i < names.size() && i < kShown; ++i) {
    hint += (i == 0 ? "`" : ", `") + names[i] + "`";
  }
  hint += names.size() > kShown ? " and " + std::to_string(names.size() - kShown) + " more" : "";
  return EvalFailure("load: name " + std::string(name.original) + " not found in module " +
                     std::string(stmt.module))
      .At(name.original_span)
      .Hint(std::move(hint));
}

}  // namespace

Evaluator::Evaluator(Interpreter& interpreter, const FunctionCode& code, const Program& program,
                     Module* module, Host* host, const Function* function)
    : interpreter_(interpreter),
      code_(code),
      program_(program),
      module_(module),
      host_(host),
      variables_(interpreter.stack_, code, module, function),
      recovery_(variables_, code.has_host_calls || function == nullptr) {}

Outcome<Value> Evaluator::Run() {
  if (code_.result) {
    return Eval(*code_.result);
  }
  Outcome<Flow> flow = Execute(code_.body);
  if (!flow && !recovery_.has_errors()) {
    return flow.Pass();
  }
  if (!flow) {
    recovery_.Note(flow.Pass());
  }
  if (recovery_.has_errors()) {
    return recovery_.Errors();
  }
  return *flow == Flow::kReturn ? returned_ : Value();
}

Outcome<Evaluator::Flow> Evaluator::Execute(Block block) {
  for (const Stmt* stmt : block) {
    Outcome<Flow> flow = Execute(*stmt);
    if (!flow && recovery_.CanSkip(*stmt, flow.error())) {
      recovery_.Note(flow.Pass());
      continue;
    }
    if (!flow || *flow != Flow::kNext) {
      return flow;
    }
  }
  return Flow::kNext;
}

Outcome<Evaluator::Flow> Evaluator::Execute(const Stmt& stmt) {
  if (Status step = interpreter_.Step(); !step) {
    return Placed(step.Pass(), stmt.span);
  }
  Status status = Success{};
  switch (stmt.kind) {
    case StmtKind::kExpr: {
      Outcome<Value> value = Eval(*static_cast<const ExprStmt&>(stmt).expr);
      if (!value) {
        return value.Pass();
      }
      if (host_ != nullptr) {
        status = host_->Forget(*value, stmt.span);
      }
      break;
    }
    case StmtKind::kAssign:
      status = ExecuteAssign(static_cast<const AssignStmt&>(stmt));
      break;
    case StmtKind::kIf:
      return ExecuteIf(static_cast<const IfStmt&>(stmt));
    case StmtKind::kFor:
      return ExecuteFor(static_cast<const ForStmt&>(stmt));
    case StmtKind::kWhile:
      return ExecuteWhile(static_cast<const WhileStmt&>(stmt));
    case StmtKind::kDef: {
      const auto& def = static_cast<const DefStmt&>(stmt);
      Outcome<Value> function = MakeFunction(*def.code);
      if (!function) {
        return function.Pass();
      }
      variables_.Assign(*def.name, *function);
      return Flow::kNext;
    }
    case StmtKind::kReturn: {
      const Expr* value = static_cast<const ReturnStmt&>(stmt).value;
      returned_ = {};
      if (value) {
        Outcome<Value> result = Eval(*value);
        if (!result) {
          return result.Pass();
        }
        returned_ = *result;
      }
      return Flow::kReturn;
    }
    case StmtKind::kBreak:
      return Flow::kBreak;
    case StmtKind::kContinue:
      return Flow::kContinue;
    case StmtKind::kLoad:
      status = ExecuteLoad(static_cast<const LoadStmt&>(stmt));
      break;
    case StmtKind::kHost:
      status = ExecuteHost(static_cast<const HostStmt&>(stmt));
      break;
  }
  if (!status) {
    return Placed(status.Pass(), stmt.span);
  }
  return Flow::kNext;
}

Outcome<Evaluator::Flow> Evaluator::LeaveOut(EvalFailure failed, std::span<const Block> blocks,
                                             const Expr* target) {
  Status left_out = recovery_.LeaveOut(std::move(failed), blocks, target);
  return left_out ? Outcome<Flow>(Flow::kNext) : Outcome<Flow>(left_out.Pass());
}

Outcome<Evaluator::Flow> Evaluator::ExecuteIf(const IfStmt& stmt) {
  for (const IfClause& clause : stmt.clauses) {
    Outcome<Value> condition = Eval(*clause.condition);
    if (!condition) {
      std::vector<Block> blocks{stmt.otherwise};
      for (const IfClause& left_out : stmt.clauses) {
        blocks.push_back(left_out.body);
      }
      return LeaveOut(condition.Pass(), blocks, nullptr);
    }
    if (Truth(*condition)) {
      return Execute(clause.body);
    }
  }
  return Execute(stmt.otherwise);
}

Outcome<Evaluator::Flow> Evaluator::ExecuteFor(const ForStmt& stmt) {
  Outcome<Value> iterable = Eval(*stmt.iterable);
  const Block blocks[] = {stmt.body};
  if (!iterable) {
    return LeaveOut(iterable.Pass(), blocks, stmt.target);
  }
  Iterator iterator(interpreter_, *iterable);
  if (!iterator.is_iterable()) {
    return LeaveOut(FailAt(stmt.iterable->span, std::string(TypeName(*iterable)) + " value is not iterable")
                        .Hint(MisuseHint(*iterable)),
                    blocks, stmt.target);
  }
  for (Value item; iterator.Next(item);) {
    if (Status step = interpreter_.Step(); !step) {
      return Placed(step.Pass(), stmt.span);
    }
    if (Status assigned = Assign(*stmt.target, item); !assigned) {
      return LeaveOut(Placed(assigned.Pass(), stmt.target->span), blocks, stmt.target);
    }
    Outcome<Flow> flow = Execute(stmt.body);
    if (!flow || *flow == Flow::kReturn) {
      return flow;
    }
    if (*flow == Flow::kBreak) {
      break;
    }
  }
  return Flow::kNext;
}

Outcome<Evaluator::Flow> Evaluator::ExecuteWhile(const WhileStmt& stmt) {
  while (true) {
    if (Status step = interpreter_.Step(); !step) {
      return Placed(step.Pass(), stmt.span);
    }
    Outcome<Value> condition = Eval(*stmt.condition);
    if (!condition) {
      const Block blocks[] = {stmt.body};
      return LeaveOut(condition.Pass(), blocks, nullptr);
    }
    if (!Truth(*condition)) {
      return Flow::kNext;
    }
    Outcome<Flow> flow = Execute(stmt.body);
    if (!flow || *flow == Flow::kReturn) {
      return flow;
    }
    if (*flow == Flow::kBreak) {
      return Flow::kNext;
    }
  }
}

Status Evaluator::ExecuteAssign(const AssignStmt& stmt) {
  if (stmt.op != Token::kAssign) {
    return Augment(stmt);
  }
  Outcome<Value> value = Eval(*stmt.value);
  if (!value) {
    return value.Pass();
  }
  return Assign(*stmt.target, *value);
}

Status Evaluator::Augment(const AssignStmt& stmt) {
  // The parts of the target are evaluated once.
  Value object;
  Value index;
  Outcome<Value> old = Value();
  if (stmt.target->kind == ExprKind::kIndex || stmt.target->kind == ExprKind::kDot) {
    const bool is_index = stmt.target->kind == ExprKind::kIndex;
    Outcome<Value> made = Eval(is_index ? *static_cast<const IndexExpr*>(stmt.target)->object
                                        : *static_cast<const DotExpr*>(stmt.target)->object);
    if (!made) {
      return made.Pass();
    }
    object = *made;
    if (is_index) {
      Outcome<Value> key = Eval(*static_cast<const IndexExpr*>(stmt.target)->index);
      if (!key) {
        return key.Pass();
      }
      index = *key;
      old = GetIndex(interpreter_, object, index);
    } else {
      old = GetAttribute(interpreter_, object, static_cast<const DotExpr*>(stmt.target)->name);
    }
  } else {
    old = Eval(*stmt.target);
  }
  if (!old) {
    return Placed(old.Pass(), stmt.target->span);
  }
  Outcome<Value> right = Eval(*stmt.value);
  if (!right) {
    return right.Pass();
  }
  Outcome<Value> result = stmt.op == Token::kPlus ? AugmentedAdd(interpreter_, *old, *right)
                                                  : Binary(interpreter_, stmt.op, *old, *right);
  if (!result) {
    return result.Pass();
  }
  if (!object.is_set()) {
    return Assign(*stmt.target, *result);
  }
  return index.is_set()
             ? SetIndex(interpreter_, object, index, *result)
             : SetAttribute(interpreter_, object, static_cast<const DotExpr*>(stmt.target)->name, *result);
}

Status Evaluator::Assign(const Expr& target, Value value) {
  switch (target.kind) {
    case ExprKind::kName:
      variables_.Assign(static_cast<const NameExpr&>(target), value);
      return Success{};
    case ExprKind::kTuple:
    case ExprKind::kList:
      return AssignAll(static_cast<const SequenceExpr&>(target), value, target.span);
    case ExprKind::kIndex: {
      const auto& place = static_cast<const IndexExpr&>(target);
      Outcome<Value> object = Eval(*place.object);
      if (!object) {
        return object.Pass();
      }
      Outcome<Value> index = Eval(*place.index);
      if (!index) {
        return index.Pass();
      }
      return SetIndex(interpreter_, *object, *index, value);
    }
    case ExprKind::kDot: {
      const auto& place = static_cast<const DotExpr&>(target);
      Outcome<Value> object = Eval(*place.object);
      if (!object) {
        return object.Pass();
      }
      return SetAttribute(interpreter_, *object, place.name, value);
    }
    default:
      return FailAt(target.span, "can't assign to expression");
  }
}

Status Evaluator::AssignAll(const SequenceExpr& targets, Value value, source::Span at) {
  std::vector<Value> items;
  Outcome<bool> iterable = Items(interpreter_, value, items);
  if (!iterable) {
    return iterable.Pass();
  }
  if (!*iterable) {
    return FailAt(at, "got " + std::string(TypeName(value)) + " in sequence assignment");
  }
  const size_t expected = targets.items.size();
  if (items.size() != expected) {
    return FailAt(at, std::string(items.size() > expected ? "too many" : "too few") +
                          " values to unpack (got " + std::to_string(items.size()) + ", want " +
                          std::to_string(expected) + ")");
  }
  for (size_t i = 0; i < expected; ++i) {
    if (Status assigned = Assign(*targets.items[i], items[i]); !assigned) {
      return assigned;
    }
  }
  return Success{};
}

Status Evaluator::ExecuteLoad(const LoadStmt& stmt) {
  Loader* loader = interpreter_.options().loader;
  if (!loader) {
    return EvalFailure("load not implemented by this application");
  }
  Outcome<Module*> module = loader->Load(interpreter_, stmt.module, program_.name(), stmt.module_span);
  if (!module) {
    return Placed(module.Pass(), stmt.module_span);
  }
  Status status = Success{};
  for (const LoadedName& name : stmt.names) {
    const Value value = (*module)->Find(name.original);
    if (value.is_set()) {
      variables_.Assign(*name.local, value);
    } else if (status.ok()) {
      status = NotDefined(stmt, name, *module);
    } else {
      AddOther(status.error(), NotDefined(stmt, name, *module));
    }
  }
  return status;
}

Status Evaluator::ExecuteHost(const HostStmt& stmt) {
  if (!host_) {
    return EvalFailure("this program needs a host");
  }
  Outcome<ArgList> list = EvalArguments(stmt.arguments);
  if (!list) {
    return list.Pass();
  }
  const source::Span outer = interpreter_.current_call_;
  interpreter_.current_call_ = stmt.span;
  Status status = host_->Run(interpreter_, stmt.op, stmt.span, list->view());
  interpreter_.current_call_ = outer;
  return status;
}

}  // namespace kval::starlark
