#include "annotations/bind.h"

#include <algorithm>

#include "src/lang/starlark/ops.h"
#include "src/support/edit_distance.h"

namespace kval::annotations {
namespace {

using diag::Def;
using Text = std::string_view;

constexpr Def<Text, Text> kMisplaced{diag::Kind::kMisplacedAnnotation, "`@{}` is not allowed on {}"};
constexpr Def<Text, Text> kMissing{diag::Kind::kBadAnnotationArgument, "`@{}` requires {}"};
constexpr Def<Text, Text> kUnknown{diag::Kind::kBadAnnotationArgument, "`@{}` has no argument `{}`"};
constexpr Def<Text, Text, Text> kWrongType{diag::Kind::kBadAnnotationArgument, "`@{}` expects {}, found {}"};
constexpr Def<Text, Text, Text, Text> kWrongKeywordType{diag::Kind::kBadAnnotationArgument,
                                                        "`@{}` expects {} for `{}`, found {}"};

std::string_view TargetName(AnnotationTarget target) {
  switch (target) {
    case kDocument:
      return "a document";
    case kMapItem:
      return "a map item";
    case kArrayItem:
      return "an array item";
    case kAnyNode:
      return "a node";
  }
  return "a node";
}

std::string TargetNames(uint8_t targets) {
  std::string text;
  for (const AnnotationTarget target : {kDocument, kMapItem, kArrayItem}) {
    if ((targets & target) != 0) {
      text += (text.empty() ? "" : " or ") + std::string(TargetName(target));
    }
  }
  return text;
}

const ParamSpec* FindKeyword(const Spec& spec, std::string_view name) {
  for (const ParamSpec& param : spec.params) {
    if (!param.name.empty() && param.name == name) {
      return &param;
    }
  }
  return nullptr;
}

std::vector<const ParamSpec*> PositionalParams(const Spec& spec) {
  std::vector<const ParamSpec*> params;
  for (const ParamSpec& param : spec.params) {
    if (param.name.empty()) {
      params.push_back(&param);
    }
  }
  return params;
}

std::string Supported(const Spec& spec) {
  std::string text;
  for (const ParamSpec& param : spec.params) {
    if (!param.name.empty()) {
      text += (text.empty() ? "`" : ", `") + std::string(param.name) + "`";
    }
  }
  return text;
}

// "`@overlay/match`": the annotations of the same group that take the keyword, or empty.
std::string OthersWith(const Spec& spec, std::string_view keyword) {
  const std::string_view group = spec.name.substr(0, spec.name.find('/') + 1);
  std::string text;
  for (const Spec* other : All()) {
    if (other->name.starts_with(group) && FindKeyword(*other, keyword) != nullptr) {
      text += (text.empty() ? "" : ", ") + ("`" + At(*other) + "`");
    }
  }
  return text;
}

std::string HintForKeyword(const Spec& spec, std::string_view keyword) {
  std::vector<std::string_view> names;
  for (const ParamSpec& param : spec.params) {
    if (!param.name.empty()) {
      names.push_back(param.name);
    }
  }
  const std::string_view nearest = Nearest(keyword, names);
  if (!nearest.empty()) {
    return "did you mean `" + std::string(nearest) + "`?";
  }
  if (const std::string others = OthersWith(spec, keyword); !others.empty()) {
    return "it is an argument of " + others;
  }
  return names.empty() ? "it accepts no keyword arguments" : "it accepts " + Supported(spec);
}

// Checks one annotation; every error is one diagnostic.
class Binder {
 public:
  Binder(const templating::Annotation& annotation, const Spec& spec, source::Span node, diag::Emitter& emit)
      : annotation_(annotation), spec_(spec), node_(node), emit_(emit) {}

  bool Run() {
    Positional();
    for (const templating::AnnotationArgument& argument : annotation_.arguments) {
      if (!argument.keyword.empty()) {
        Keyword(argument);
      }
    }
    return ok_;
  }

 private:
  diag::DiagnosticBuilder&& Finish(diag::DiagnosticBuilder&& builder) {
    ok_ = false;
    return ForNode(std::move(builder));
  }

  // An error about an unknown argument.
  diag::DiagnosticBuilder&& FinishOther(diag::DiagnosticBuilder&& builder, bool is_ignored) {
    if (!is_ignored) {
      return Finish(std::move(builder));
    }
    builder.As(diag::Severity::kWarning).Note("it is ignored, as ytt does in silence");
    return ForNode(std::move(builder));
  }

  diag::DiagnosticBuilder&& ForNode(diag::DiagnosticBuilder&& builder) {
    if (node_.has_value()) {
      builder.Related(node_, "for this node");
    }
    return std::move(builder);
  }

  void Positional() {
    const std::vector<const ParamSpec*> params = PositionalParams(spec_);
    const size_t given = annotation_.positional_count();
    const bool repeated = !params.empty() && params.back()->repeated;
    if (given > params.size() && !repeated) {
      TooMany(params.size());
      return;
    }
    size_t index = 0;
    for (const templating::AnnotationArgument& argument : annotation_.arguments) {
      if (argument.keyword.empty()) {
        CheckKind(argument, *params[std::min(index, params.size() - 1)]);
        ++index;
      }
    }
    const bool has_keywords = annotation_.arguments.size() > given;
    for (size_t i = given; i < params.size(); ++i) {
      if (params[i]->required && !has_keywords) {
        Finish(emit_.Report(annotation_.span, kMissing, spec_.name, params[i]->label)).Emit();
      }
    }
  }

  void TooMany(size_t most) {
    for (const templating::AnnotationArgument& argument : annotation_.arguments) {
      if (!argument.keyword.empty()) {
        continue;
      }
      if (most > 0) {
        --most;
        continue;
      }
      const bool takes_none = PositionalParams(spec_).empty();
      diag::DiagnosticBuilder builder = emit_.ReportText(
          argument.span.has_value() ? argument.span : annotation_.span, diag::Kind::kBadAnnotationArgument,
          "`@" + std::string(spec_.name) + "` accepts " +
              (takes_none ? "no positional argument" : "only one argument"));
      if (takes_none && !spec_.params.empty()) {
        builder.Hint("it accepts " + Supported(spec_));
      }
      FinishOther(std::move(builder), spec_.ignores_others).Emit();
      return;
    }
  }

  void Keyword(const templating::AnnotationArgument& argument) {
    const ParamSpec* param = FindKeyword(spec_, argument.keyword);
    if (param != nullptr) {
      CheckKind(argument, *param);
      return;
    }
    const source::Span at = argument.keyword_span.has_value() ? argument.keyword_span
                            : argument.span.has_value()       ? argument.span
                                                              : annotation_.span;
    diag::DiagnosticBuilder builder = emit_.Report(at, kUnknown, spec_.name, argument.keyword);
    builder.Hint(HintForKeyword(spec_, argument.keyword));
    FinishOther(std::move(builder), spec_.ignores_others && spec_.params.empty()).Emit();
  }

  void CheckKind(const templating::AnnotationArgument& argument, const ParamSpec& param) {
    if ((KindOf(argument.value) & param.kinds) != 0) {
      return;
    }
    const source::Span at = argument.span.has_value() ? argument.span : annotation_.span;
    const std::string found(starlark::TypeName(argument.value));
    const std::string expected = KindsText(param.kinds);
    Finish(param.name.empty() ? emit_.Report(at, kWrongType, spec_.name, expected, found)
                              : emit_.Report(at, kWrongKeywordType, spec_.name, expected, param.name, found))
        .Emit();
  }

  const templating::Annotation& annotation_;
  const Spec& spec_;
  source::Span node_;
  diag::Emitter& emit_;
  bool ok_ = true;
};

}  // namespace

const templating::AnnotationArgument* BoundAnnotation::Positional(size_t index) const {
  for (const templating::AnnotationArgument& argument : annotation_->arguments) {
    if (argument.keyword.empty() && index-- == 0) {
      return &argument;
    }
  }
  return nullptr;
}

std::vector<const templating::AnnotationArgument*> BoundAnnotation::AllPositional() const {
  std::vector<const templating::AnnotationArgument*> arguments;
  for (const templating::AnnotationArgument& argument : annotation_->arguments) {
    if (argument.keyword.empty()) {
      arguments.push_back(&argument);
    }
  }
  return arguments;
}

std::optional<BoundAnnotation> Bind(const templating::Annotation& annotation, const Spec& spec,
                                    AnnotationTarget target, source::Span node, diag::Emitter& emit) {
  // A document is shown by its `---`.
  constexpr uint32_t kMarkerSize = 3;
  if (target == kDocument && node.size() > kMarkerSize) {
    node.end = node.begin + kMarkerSize;
  }
  if ((spec.targets & target) == 0) {
    diag::DiagnosticBuilder builder = emit.Report(annotation.span, kMisplaced, spec.name, TargetName(target));
    if (node.has_value()) {
      builder.Related(node, "on this node");
    }
    if (target == kArrayItem) {
      builder.Hint("annotate the array itself, on the line above its key");
    } else if (target == kDocument) {
      builder.Hint("annotate individual keys instead");
    } else {
      builder.Hint("it is on " + TargetNames(spec.targets));
    }
    builder.Emit();
    return std::nullopt;
  }
  if (!Binder(annotation, spec, node, emit).Run()) {
    return std::nullopt;
  }
  return BoundAnnotation(&annotation, node);
}

std::string KindsText(uint16_t kinds) {
  struct Name {
    uint16_t kind;
    std::string_view text;
  };
  constexpr Name kNames[] = {
      {kNone, "None"},       {kBool, "a boolean"},      {kInt, "an integer"}, {kFloat, "a float"},
      {kString, "a string"}, {kList, "a list"},         {kTuple, "a tuple"},  {kSet, "a set"},
      {kDict, "a dict"},     {kFunction, "a function"},
  };
  if ((kinds & kAnyValue) == kAnyValue) {
    return "a value";
  }
  std::vector<std::string_view> strings;
  for (const Name& name : kNames) {
    if ((kinds & name.kind) != 0) {
      strings.push_back(name.text);
    }
  }
  std::string out;
  for (size_t i = 0; i < strings.size(); ++i) {
    out += i == 0 ? "" : (i + 1 == strings.size() ? " or " : ", ");
    out += strings[i];
  }
  return out;
}

uint16_t KindOf(starlark::Value value) {
  switch (value.kind()) {
    case starlark::Kind::kNone:
      return kNone;
    case starlark::Kind::kBool:
      return kBool;
    case starlark::Kind::kInt:
    case starlark::Kind::kBigInt:
      return kInt;
    case starlark::Kind::kFloat:
      return kFloat;
    case starlark::Kind::kString:
      return kString;
    case starlark::Kind::kList:
      return kList;
    case starlark::Kind::kTuple:
      return kTuple | kList;
    case starlark::Kind::kSet:
      return kSet;
    case starlark::Kind::kDict:
      return kDict;
    default:
      // Anything callable is a function here; other objects (fragments, structs) fit only kAnyValue.
      return starlark::IsCallable(value) ? kFunction : 0x400;
  }
}

}  // namespace kval::annotations
