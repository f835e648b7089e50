#include "src/lang/kcl/eval/comprehensions.h"

#include "src/lang/kcl/eval/attribute_reads.h"
#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/operators.h"
#include "src/lang/kcl/eval/paths.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/union.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;

size_t VariableCount(std::span<const ForClause> clauses) {
  size_t count = 0;
  for (const ForClause& clause : clauses) {
    count += clause.variables.size();
  }
  return count;
}

// The results that a quantifier collects.
struct Kept {
  runtime::Values items;
  DictBuilder entries;
  bool is_whole = true;  // filter left nothing out
};

// Strings and instances are filtered as a whole only: KCL removes items from lists and dicts, and fails for
// all other values.
Value FilterOf(const Value& iterable, const QuantifierExpr& expr, Kept& kept, Context& context) {
  if (iterable.is(Kind::kList)) {
    return runtime::MakeList(context.heap(), kept.items, expr.span);
  }
  if (iterable.is(Kind::kDict)) {
    return kept.entries.BuildValue(expr.span);
  }
  return kept.is_whole
             ? iterable.At(expr.span)
             : context.FailAt(expr.iterable->span,
                              Substitute("filter leaves items of '{}' out, which only lists and dicts allow",
                                         TypeName(iterable)));
}

}  // namespace

// Calls body(element, key, value) for each element, in order, until body returns false. `element` is what one
// variable gets: keys of a dict, items of a list.
template <typename Body>
void Comprehensions::ForEach(const Value& iterable, size_t variables, source::Span place, const Body& body) {
  if (variables != 1 && variables != 2) {
    context_.FailAt(place,
                    Substitute("the number of loop variables is {}, which can only be 1 or 2", variables));
    return;
  }
  if (iterable.is(Kind::kList)) {
    int64_t index = 0;
    for (const Value& item : iterable.items()) {
      if (!body(item, runtime::Int(index++), item) || context_.failed()) {
        return;
      }
    }
  } else if (iterable.is_config()) {
    for (const Entry& entry : iterable.fields().entries) {
      Value key = runtime::String(context_.heap(), entry.key, entry.key_span);
      if (!body(key, key, entry.value) || context_.failed()) {
        return;
      }
    }
  } else if (iterable.is(Kind::kString)) {
    std::string_view text = iterable.string();
    int64_t index = 0;
    for (size_t i = 0; i < text.size();) {
      size_t length = utf8::Decode(text, i).length;
      Value character = runtime::String(context_.heap(), text.substr(i, length));
      if (!body(character, runtime::Int(index++), character) || context_.failed()) {
        return;
      }
      i += length;
    }
  } else {
    context_.FailAt(place, Substitute("'{}' object is not iterable", TypeName(iterable)));
  }
}

template <typename Body>
void Comprehensions::RunClauses(std::span<const ForClause> clauses, size_t slot, Frame& frame,
                                SlotStorage& storage, const Body& body) {
  const ForClause& clause = clauses.front();
  Value iterable = whole_.Eval(*clause.iterable, &frame);
  if (context_.failed()) {
    return;
  }
  size_t variables = clause.variables.size();
  ForEach(iterable, variables, clause.iterable->span,
          [&](const Value& element, const Value& key, const Value& value) {
            storage.Renew(frame);
            frame.slots[slot] = variables == 1 ? element : key;
            if (variables == 2) {
              frame.slots[slot + 1] = value;
            }
            for (const Expr* condition : clause.conditions) {
              if (!IsTruthy(whole_.Eval(*condition, &frame))) {
                return !context_.failed();
              }
            }
            if (clauses.size() > 1) {
              RunClauses(clauses.subspan(1), slot + variables, frame, storage, body);
            } else {
              body();
            }
            return !context_.failed();
          });
}

Value Comprehensions::EvalList(const ListComprehensionExpr& expr, Frame* frame) {
  size_t count = VariableCount(expr.clauses);
  SlotStorage storage(context_.heap(), count);
  Frame own{FrameKind::kLoop, frame, storage.slots(), static_cast<uint32_t>(count)};
  runtime::Values items = runtime::NewValues(context_.heap());
  RunClauses(expr.clauses, 0, own, storage, [&] { items.push_back(whole_.Eval(*expr.item, &own)); });
  return context_.failed() ? Value() : runtime::MakeList(context_.heap(), items, expr.span);
}

void Comprehensions::AddEntry(const DictComprehensionExpr& expr, Frame& frame, DictBuilder& builder) {
  Value value = whole_.Eval(*expr.entry.value, &frame);
  const KeyStep& step = expr.entry.key.front();
  Value key = step.kind == KeyStepKind::kName ? names_.EvalKey(step.name, &frame)
              : step.kind == KeyStepKind::kString
                  ? runtime::String(context_.heap(), context_.Text(step.name.symbol), step.span())
                  : whole_.Eval(*step.expr, &frame);
  key = paths_.Load(key, expr.entry.key.subspan(1), &frame);
  if (context_.failed()) {
    return;
  }
  if (!key.is(Kind::kString)) {
    context_.FailAt(step.span(), Substitute("A attribute must be string type, got '{}'", TypeName(key)));
    return;
  }
  Entry entry;
  entry.key = key.string();
  entry.value = value;
  entry.op = OperatorOf(expr.entry.op);
  entry.key_span = step.span();
  context_.trace().place = expr.span;
  MergeEntry(whole_, builder, entry, {.check_conflicts = true, .resolve = false});
}

Value Comprehensions::EvalDict(const DictComprehensionExpr& expr, Frame* frame) {
  size_t count = VariableCount(expr.clauses);
  SlotStorage storage(context_.heap(), count);
  Frame own{FrameKind::kLoop, frame, storage.slots(), static_cast<uint32_t>(count)};
  DictBuilder builder(&context_.heap());
  if (expr.entry.kind != EntryKind::kPair) {
    return context_.FailAt(expr.entry.span, "a dict comprehension needs a key and a value");
  }
  RunClauses(expr.clauses, 0, own, storage, [&] { AddEntry(expr, own, builder); });
  return context_.failed() ? Value() : builder.BuildValue(expr.span);
}

Value Comprehensions::EvalQuantifier(const QuantifierExpr& expr, Frame* frame) {
  size_t count = expr.variables.size();
  SlotStorage storage(context_.heap(), count);
  Frame own{FrameKind::kLoop, frame, storage.slots(), static_cast<uint32_t>(count)};
  Value iterable = whole_.Eval(*expr.iterable, &own);
  if (context_.failed()) {
    return {};
  }
  bool verdict = expr.quantifier == QuantifierKind::kAll;
  Kept kept{runtime::NewValues(context_.heap()), DictBuilder(&context_.heap())};
  ForEach(iterable, count, expr.iterable->span,
          [&](const Value& element, const Value& key, const Value& value) {
            storage.Renew(own);
            own.slots[0] = count == 1 ? element : key;
            if (count == 2) {
              own.slots[1] = value;
            }
            bool skipped = expr.condition != nullptr && !IsTruthy(whole_.Eval(*expr.condition, &own));
            Value result = skipped ? Value() : whole_.Eval(*expr.body, &own);
            switch (expr.quantifier) {
              case QuantifierKind::kAll:
                verdict = skipped || IsTruthy(result);
                if (!verdict && context_.collects()) {
                  failing_elements_[&expr] = {key, value};
                }
                return verdict;
              case QuantifierKind::kAny:
                verdict = !skipped && IsTruthy(result);
                return !verdict;
              case QuantifierKind::kMap:
                if (!skipped) {
                  kept.items.push_back(result);
                }
                return true;
              case QuantifierKind::kFilter:
                if (!skipped && !IsTruthy(result)) {
                  kept.is_whole = false;
                  return true;
                }
                if (iterable.is_config()) {
                  kept.entries.SetEntry(*iterable.fields().Find(key.string()));
                } else {
                  kept.items.push_back(element);
                }
                return true;
            }
            return true;
          });
  if (context_.failed()) {
    return {};
  }
  switch (expr.quantifier) {
    case QuantifierKind::kAll:
    case QuantifierKind::kAny:
      return runtime::Bool(verdict, expr.span);
    case QuantifierKind::kMap:
      return runtime::MakeList(context_.heap(), kept.items, expr.span);
    case QuantifierKind::kFilter:
      return FilterOf(iterable, expr, kept, context_);
  }
  return {};
}

}  // namespace kval::kcl::eval
