#include "annotations/overlay/module.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "annotations/ineffective.h"
#include "annotations/overlay/functions.h"
#include "annotations/overlay/plan.h"
#include "src/diag/collector.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/unpack.h"
#include "src/support/substitute.h"
#include "src/templating/fragment.h"

namespace kval::annotations {
namespace {

using starlark::Call;
using starlark::EvalFailure;
using starlark::Outcome;
using starlark::Status;
using starlark::Value;
using templating::AnnotatedDocument;
using templating::YamlFragment;

// Arguments of a matcher: index or key, left value, right value.
Outcome<bool> CheckMatcherCall(const Call& call) {
  if (call.args.positional.size() != kMatcherArguments || !call.args.keywords.empty()) {
    return EvalFailure(Substitute("{}: expected exactly 3 arguments", call.name));
  }
  return true;
}

Outcome<bool> AsBool(Value value, std::string_view what) {
  if (!value.is_bool()) {
    return EvalFailure(Substitute("{}: expected a matcher to return a bool, but it returned {}", what,
                                  starlark::TypeName(value)));
  }
  return value.boolean();
}

Value Builtin(starlark::Heap& heap, std::string name, starlark::NativeFunction run) {
  return heap.NewBuiltin(std::move(name), std::move(run));
}

Outcome<Value> Index(const Call& call) {
  int64_t required = 0;
  if (Status status = starlark::UnpackPositional(call, 1, {{"index", &required}}); !status) {
    return status.Pass();
  }
  return Value(call.interpreter.heap().New<IndexMatcher>(required));
}

Outcome<Value> All(const Call& call) {
  Outcome<bool> checked = CheckMatcherCall(call);
  return checked ? Outcome<Value>(Value::Bool(true)) : Outcome<Value>(checked.Pass());
}

class Members {
 public:
  explicit Members(const OverlayContext& context) : context_(context) {}

  Outcome<const value::Value*> Yaml(Value value, source::Span at) const {
    return templating::ToYaml(context_.interpreter->heap(), *context_.builder, value, at);
  }

  Outcome<Value> MapKey(const Call& call) const {
    std::string_view key;
    if (Status status = starlark::UnpackPositional(call, 1, {{"name", &key}}); !status) {
      return status.Pass();
    }
    return Value(call.interpreter.heap().New<KeyMatcher>(key, context_));
  }

  Outcome<Value> Subset(const Call& call) const {
    Value required;
    if (Status status = starlark::UnpackPositional(call, 1, {{"value", &required}}); !status) {
      return status.Pass();
    }
    Outcome<const value::Value*> expected = Yaml(required, call.at);
    if (!expected) {
      return expected.Pass();
    }
    return Value(call.interpreter.heap().New<PartMatcher>(
        "overlay.subset", std::vector<const value::Value*>{*expected}, context_));
  }

  Outcome<Value> Apply(const Call& call) const {
    const auto args = call.args.positional;
    if (args.empty() || !call.args.keywords.empty()) {
      return EvalFailure("overlay.apply: expected at least one argument, and no keyword arguments");
    }
    Value result = args[0];
    for (size_t i = 1; i < args.size(); ++i) {
      Outcome<Value> applied = ApplyOne(result, args[i], call);
      if (!applied) {
        return applied;
      }
      result = *applied;
    }
    return result;
  }

 private:
  Outcome<Value> ApplyOne(Value left, Value right, const Call& call) const {
    diag::Collector errors;
    diag::Emitter emit(&errors);
    OverlayContext context = context_;
    context.emit = &emit;
    const auto* overlays = right.AsHost<YamlFragment>();
    Outcome<Value> result = overlays != nullptr && overlays->is_document_set()
                                ? ApplyDocuments(left, *overlays, context, call)
                                : ApplyValue(left, right, context, call);
    for (const diag::Diagnostic& finding : errors.diagnostics()) {
      if (finding.severity != diag::Severity::kError) {
        context_.emit->Emit(finding);
      }
    }
    if (result.ok() && !result->is_set()) {
      return AsError(errors, call.at);
    }
    return result;
  }

  // Unset if errors were collected.
  static Outcome<Value> ApplyDocuments(Value left, const YamlFragment& overlays,
                                       const OverlayContext& context, const Call& call) {
    const auto* base = left.AsHost<YamlFragment>();
    if (base == nullptr || !base->is_document_set()) {
      return EvalFailure(Substitute("overlay.apply: Expected docset, but was {}", starlark::TypeName(left)));
    }
    SetAfterOverlays merged = OverlayAll(base->documents(), {}, overlays.documents(), context);
    if (!merged.ok) {
      return Value();
    }
    for (AnnotatedDocument& document : merged.documents) {
      WithoutOverlayAnnotations(document, context);
    }
    return Value(call.interpreter.heap().New<YamlFragment>(std::move(merged.documents)));
  }

  // Documents that an overlay added are no overlays any more.
  static void WithoutOverlayAnnotations(AnnotatedDocument& document, const OverlayContext& context) {
    const std::vector<templating::Annotation> all(context.table->Of(document.node).begin(),
                                                  context.table->Of(document.node).end());
    const value::Value* node = context.builder->WithSpan(*document.node, document.node->span);
    bool has_overlay = false;
    for (const templating::Annotation& annotation : all) {
      if (annotation.name.substr(0, 8) == "overlay/") {
        has_overlay = true;
      } else {
        context.table->Add(node, annotation);
      }
    }
    if (has_overlay) {
      document.node = node;
    }
  }

  static Outcome<Value> ApplyValue(Value left, Value right, const OverlayContext& context, const Call& call) {
    Outcome<const value::Value*> base =
        templating::ToYaml(context.interpreter->heap(), *context.builder, left, call.at);
    if (!base) {
      return base.Pass();
    }
    Outcome<const value::Value*> overlay =
        templating::ToYaml(context.interpreter->heap(), *context.builder, right, call.at);
    if (!overlay) {
      return overlay.Pass();
    }
    // ytt pkg/yttlibrary/overlay/op.go: the root is never replaced.
    if (!(*overlay)->is_collection()) {
      return templating::ToStarlark(call.interpreter.heap(), **base);
    }
    if ((*base)->kind != (*overlay)->kind) {
      return EvalFailure(diag::Kind::kBadMerge,
                         Substitute("overlay.apply: Expected {}, but was {}",
                                    value::KindName((*overlay)->kind), value::KindName((*base)->kind)));
    }
    WarnIneffective(**overlay, *context.table, *context.emit);
    OverlayPlan plan(merge::Defaults::kAnnotated);
    plan.Add(**overlay, context);
    std::vector<merge::AnnotationTransfer> transfers;
    const merge::MergeResult merged =
        merge::Apply(**base, **overlay, nullptr, plan.plan(),
                     merge::MergeContext{context.builder, context.emit, &transfers, context.tables, {}});
    for (const merge::AnnotationTransfer& transfer : transfers) {
      context.table->Copy(transfer.from, transfer.to);
    }
    return merged.ok ? templating::ToStarlark(call.interpreter.heap(), *merged.root)
                     : Outcome<Value>(Value());
  }

  // Returns the first error, with its locations as frames.
  static Outcome<Value> AsError(const diag::Collector& errors, source::Span call) {
    const auto found =
        std::find_if(errors.diagnostics().begin(), errors.diagnostics().end(),
                     [](const diag::Diagnostic& one) { return one.severity == diag::Severity::kError; });
    if (found == errors.diagnostics().end()) {
      return EvalFailure("overlay.apply: the overlay cannot be applied");
    }
    const diag::Diagnostic& first = *found;
    auto error = std::make_unique<starlark::EvalError>();
    error->kind = first.kind;
    error->message = "overlay.apply: " + first.message;
    error->hint = first.hint;
    for (const diag::Label& label : first.labels) {
      if (label.role == diag::LabelRole::kPrimary) {
        error->at = label.span;
      } else {
        error->stack.push_back({label.text, label.span});
      }
    }
    error->stack.push_back({"overlay.apply", call});
    return EvalFailure(std::move(error));
  }

  OverlayContext context_;
};

enum class Logic : uint8_t { kAnd, kOr, kNot };

// A matcher made of other matchers.
starlark::NativeFunction Combine(const std::string& name, Logic logic, const OverlayContext& context) {
  return [name, logic, context](const Call& call) -> Outcome<Value> {
    const size_t count = call.args.positional.size();
    if (count == 0 || (logic == Logic::kNot && count != 1)) {
      return EvalFailure(Substitute("{}: expected {} argument", name,
                                    logic == Logic::kNot ? "exactly one" : "at least one"));
    }
    const std::vector<Value> parts(call.args.positional.begin(), call.args.positional.end());
    std::vector<const value::Value*> contained;
    const bool are_known = std::all_of(parts.begin(), parts.end(), [&contained](Value part) {
      const auto* matcher = part.AsHost<PartMatcher>();
      if (matcher != nullptr) {
        contained.insert(contained.end(), matcher->parts().begin(), matcher->parts().end());
      }
      return matcher != nullptr;
    });
    if (logic == Logic::kAnd && are_known) {
      return Value(call.interpreter.heap().New<PartMatcher>(name, std::move(contained), context));
    }
    return Builtin(call.interpreter.heap(), name, [name, logic, parts](const Call& match) -> Outcome<Value> {
      if (Outcome<bool> checked = CheckMatcherCall(match); !checked) {
        return checked.Pass();
      }
      for (const Value part : parts) {
        Outcome<Value> result = match.interpreter.Call(part, match.args, match.at);
        if (!result) {
          return result;
        }
        Outcome<bool> matches = AsBool(*result, name);
        if (!matches) {
          return matches.Pass();
        }
        if (logic == Logic::kNot) {
          return Value::Bool(!*matches);
        }
        if (*matches == (logic == Logic::kOr)) {
          return Value::Bool(*matches);
        }
      }
      return Value::Bool(logic == Logic::kAnd);
    });
  };
}

}  // namespace

starlark::Module* MakeOverlayModule(const OverlayContext& context) {
  starlark::Heap& heap = context.interpreter->heap();
  const Members members(context);
  auto* overlay = heap.New<starlark::Module>("overlay");
  const auto define = [&](const std::string& name, starlark::NativeFunction run) {
    overlay->Define(name, heap.NewBuiltin("overlay." + name, std::move(run)));
  };
  define("apply", [members](const Call& call) { return members.Apply(call); });
  define("index", Index);
  define("all", All);
  define("map_key", [members](const Call& call) { return members.MapKey(call); });
  define("subset", [members](const Call& call) { return members.Subset(call); });
  define("and_op", Combine("overlay.and_op", Logic::kAnd, context));
  define("or_op", Combine("overlay.or_op", Logic::kOr, context));
  define("not_op", Combine("overlay.not_op", Logic::kNot, context));
  return overlay;
}

}  // namespace kval::annotations
