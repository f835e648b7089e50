#include "src/lang/cel/macros.h"

// cel-go: parser/macro.go, ext/comprehensions.go (two variables), cel/library.go (optMap), ext/lists.go
// (sortBy).
namespace kval::cel {
namespace {

using Args = std::vector<Expr*>;

// No program can name it.
constexpr std::string_view kAccumulator = "@result";
constexpr std::string_view kOldAccumulator = "__result__";
constexpr std::string_view kUnused = "#unused";

Expr* Fail(MacroError& error, const Expr* at, std::string message) {
  error = {at->at, std::move(message)};
  return nullptr;
}

bool IsName(const Expr* expr) {
  return expr->kind == ExprKind::kIdent && !expr->name.starts_with('.');
}

struct Variables {
  std::string_view first;
  std::string_view second;
};

// The variables that the first `count` arguments name.
bool TakeVariables(const Args& args, size_t count, std::string_view what, Variables& out, MacroError& error) {
  for (size_t i = 0; i < count; ++i) {
    if (!IsName(args[i])) {
      Fail(error, args[i], std::string(what));
      return false;
    }
    if (args[i]->name == kAccumulator || args[i]->name == kOldAccumulator) {
      Fail(error, args[i], "iteration variable overwrites accumulator variable");
      return false;
    }
    (i == 0 ? out.first : out.second) = args[i]->name;
  }
  if (count == 2 && out.first == out.second) {
    Fail(error, args[1], "duplicate variable name: " + std::string(out.first));
    return false;
  }
  return true;
}

struct Loop {
  Expr* range;
  Variables variables;
  std::string_view accumulator = kAccumulator;
  Expr* initial;
  Expr* condition;
  Expr* step;
  Expr* result;
};

Expr* NewLoop(ExprBuilder& builder, Macro macro, const Loop& loop) {
  auto* comprehension = builder.arena().New<Comprehension>();
  comprehension->variable = loop.variables.first;
  comprehension->second_variable = loop.variables.second;
  comprehension->accumulator = loop.accumulator;
  comprehension->range = loop.range;
  comprehension->initial = loop.initial;
  comprehension->condition = loop.condition;
  comprehension->step = loop.step;
  comprehension->result = loop.result;
  Expr* expr = builder.New(ExprKind::kComprehension);
  expr->comprehension = comprehension;
  expr->macro = macro;
  expr->is_implicit = false;
  return expr;
}

Expr* Accumulator(ExprBuilder& builder) {
  return builder.Ident(kAccumulator);
}

Expr* Has(ExprBuilder& builder, Expr*, const Args& args, MacroError& error) {
  if (args[0]->kind != ExprKind::kSelect || args[0]->is_test) {
    return Fail(error, args[0], "invalid argument to has() macro");
  }
  Expr* test = builder.Select(args[0]->operand, args[0]->name);
  test->is_test = true;
  test->is_implicit = false;
  test->macro = Macro::kHas;
  return test;
}

constexpr std::string_view kSimpleName = "argument must be a simple name";

Expr* All(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  Variables variables;
  if (!TakeVariables(args, args.size() - 1, kSimpleName, variables, error)) {
    return nullptr;
  }
  return NewLoop(builder, Macro::kAll,
                 {.range = target,
                  .variables = variables,
                  .initial = builder.Literal(Value::Bool(true)),
                  .condition = builder.Call("@not_strictly_false", {Accumulator(builder)}),
                  .step = builder.Call("_&&_", {Accumulator(builder), args.back()}),
                  .result = Accumulator(builder)});
}

Expr* Exists(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  Variables variables;
  if (!TakeVariables(args, args.size() - 1, kSimpleName, variables, error)) {
    return nullptr;
  }
  Expr* condition = builder.Call("@not_strictly_false", {builder.Call("!_", {Accumulator(builder)})});
  return NewLoop(builder, Macro::kExists,
                 {.range = target,
                  .variables = variables,
                  .initial = builder.Literal(Value::Bool(false)),
                  .condition = condition,
                  .step = builder.Call("_||_", {Accumulator(builder), args.back()}),
                  .result = Accumulator(builder)});
}

Expr* ExistsOne(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  Variables variables;
  if (!TakeVariables(args, args.size() - 1, kSimpleName, variables, error)) {
    return nullptr;
  }
  Expr* more = builder.Call("_+_", {Accumulator(builder), builder.Literal(Value::Int(1))});
  return NewLoop(builder, Macro::kExistsOne,
                 {.range = target,
                  .variables = variables,
                  .initial = builder.Literal(Value::Int(0)),
                  .condition = builder.Literal(Value::Bool(true)),
                  .step = builder.Call("_?_:_", {args.back(), more, Accumulator(builder)}),
                  .result = builder.Call("_==_", {Accumulator(builder), builder.Literal(Value::Int(1))})});
}

// A loop that adds `item` to a list wherever `filter`, if there is one, holds.
Expr* Collect(ExprBuilder& builder, Macro macro, Expr* range, const Variables& variables, Expr* filter,
              Expr* item) {
  Expr* step = builder.Call("_+_", {Accumulator(builder), builder.List({item})});
  step->appends = true;
  if (filter != nullptr) {
    step = builder.Call("_?_:_", {filter, step, Accumulator(builder)});
  }
  return NewLoop(builder, macro,
                 {.range = range,
                  .variables = variables,
                  .initial = builder.List({}),
                  .condition = builder.Literal(Value::Bool(true)),
                  .step = step,
                  .result = Accumulator(builder)});
}

Expr* MapItems(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  Variables variables;
  if (!TakeVariables(args, 1, "argument is not an identifier", variables, error)) {
    return nullptr;
  }
  return Collect(builder, Macro::kMap, target, variables, args.size() == 3 ? args[1] : nullptr, args.back());
}

Expr* Filter(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  Variables variables;
  if (!TakeVariables(args, 1, "argument is not an identifier", variables, error)) {
    return nullptr;
  }
  return Collect(builder, Macro::kFilter, target, variables, args[1], args[0]);
}

Expr* TransformList(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  Variables variables;
  if (!TakeVariables(args, 2, kSimpleName, variables, error)) {
    return nullptr;
  }
  return Collect(builder, Macro::kTransform, target, variables, args.size() == 4 ? args[2] : nullptr,
                 args.back());
}

// A loop that adds entries to a map: `value` under the first variable, or the entries of the map `value`.
Expr* CollectEntries(ExprBuilder& builder, Expr* target, const Args& args, bool are_entries,
                     MacroError& error) {
  Variables variables;
  if (!TakeVariables(args, 2, kSimpleName, variables, error)) {
    return nullptr;
  }
  Expr* step = are_entries ? builder.Call("cel.@mapInsert", {Accumulator(builder), args.back()})
                           : builder.Call("cel.@mapInsert", {Accumulator(builder),
                                                             builder.Ident(variables.first), args.back()});
  step->appends = true;
  if (args.size() == 4) {
    step = builder.Call("_?_:_", {args[2], step, Accumulator(builder)});
  }
  return NewLoop(builder, Macro::kTransform,
                 {.range = target,
                  .variables = variables,
                  .initial = builder.New(ExprKind::kMap),
                  .condition = builder.Literal(Value::Bool(true)),
                  .step = step,
                  .result = Accumulator(builder)});
}

Expr* TransformMap(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  return CollectEntries(builder, target, args, false, error);
}

Expr* TransformMapEntry(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  return CollectEntries(builder, target, args, true, error);
}

// `result` with a name for a value: a loop over nothing.
Expr* Bind(ExprBuilder& builder, std::string_view name, Expr* value, Expr* result, Macro macro) {
  return NewLoop(builder, macro,
                 {.range = builder.List({}),
                  .variables = {kUnused, {}},
                  .accumulator = name,
                  .initial = value,
                  .condition = builder.Literal(Value::Bool(false)),
                  .step = builder.Ident(name),
                  .result = result});
}

Expr* BindName(ExprBuilder& builder, Expr*, const Args& args, MacroError& error) {
  if (!IsName(args[0])) {
    return Fail(error, args[0], "cel.bind() variable names must be simple identifiers");
  }
  return Bind(builder, args[0]->name, args[1], args[2], Macro::kBind);
}

Expr* MapOptional(ExprBuilder& builder, Expr* target, const Args& args, bool is_flat, MacroError& error) {
  if (args[0]->kind != ExprKind::kIdent) {
    return Fail(
        error, args[0],
        std::string(is_flat ? "optFlatMap" : "optMap") + "() variable name must be a simple identifier");
  }
  Expr* copy = builder.Copy(target);
  if (copy == nullptr) {
    return nullptr;
  }
  Expr* bound = Bind(builder, args[0]->name, builder.MemberCall("value", {copy}), args[1], Macro::kBind);
  return builder.Call(
      "_?_:_", {builder.MemberCall("hasValue", {target}),
                is_flat ? bound : builder.Call("optional.of", {bound}), builder.Call("optional.none", {})});
}

Expr* OptMap(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  return MapOptional(builder, target, args, false, error);
}

Expr* OptFlatMap(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  return MapOptional(builder, target, args, true, error);
}

Expr* SortBy(ExprBuilder& builder, Expr* target, const Args& args, MacroError& error) {
  constexpr std::string_view kInput = "@__sortBy_input__";
  if (target->kind == ExprKind::kLiteral || target->kind == ExprKind::kMap ||
      target->kind == ExprKind::kObject) {
    return Fail(error, target,
                "sortBy can only be applied to a list, identifier, comprehension, call or select expression");
  }
  Expr* keys = MapItems(builder, builder.Ident(kInput), args, error);
  if (keys == nullptr) {
    return nullptr;
  }
  Expr* sorted = builder.MemberCall("@sortByAssociatedKeys", {builder.Ident(kInput), keys});
  return Bind(builder, kInput, target, sorted, Macro::kSortBy);
}

constexpr MacroEntry kBind{"bind", 3, true, BindName};

constexpr MacroEntry kMacros[] = {
    {"has", 1, false, Has},
    {"all", 2, true, All},
    {"all", 3, true, All},
    {"exists", 2, true, Exists},
    {"exists", 3, true, Exists},
    {"exists_one", 2, true, ExistsOne},
    {"exists_one", 3, true, ExistsOne},
    {"existsOne", 3, true, ExistsOne},
    {"map", 2, true, MapItems},
    {"map", 3, true, MapItems},
    {"filter", 2, true, Filter},
    {"transformList", 3, true, TransformList},
    {"transformList", 4, true, TransformList},
    {"transformMap", 3, true, TransformMap},
    {"transformMap", 4, true, TransformMap},
    {"transformMapEntry", 3, true, TransformMapEntry},
    {"transformMapEntry", 4, true, TransformMapEntry},
    {"optMap", 2, true, OptMap},
    {"optFlatMap", 2, true, OptFlatMap},
    {"sortBy", 2, true, SortBy},
};

}  // namespace

const MacroEntry* FindMacro(std::string_view name, size_t arg_count, const Expr* target,
                            const ParseOptions& options) {
  if (!options.has_macros) {
    return nullptr;
  }
  const bool is_member = target != nullptr;
  if (options.has_bindings && is_member && IsName(target) && target->name == "cel" && name == kBind.name &&
      arg_count == kBind.arg_count) {
    return &kBind;
  }
  for (const MacroEntry& macro : kMacros) {
    if (macro.name == name && macro.arg_count == arg_count && macro.is_member == is_member) {
      return &macro;
    }
  }
  return nullptr;
}

}  // namespace kval::cel
