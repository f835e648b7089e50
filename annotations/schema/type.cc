#include <string>
#include <string_view>
#include <vector>

#include "annotations/bind.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/support/edit_distance.h"

namespace kval::annotations {
namespace {

using diag::Def;

constexpr Def<> kNoArgument{diag::Kind::kBadAnnotationArgument, "`@schema/type` requires a keyword argument"};
constexpr Def<> kNoType{diag::Kind::kBadAnnotationArgument, "`one_of` lists no type"};
constexpr Def<> kNothingNextTo{diag::Kind::kBadAnnotationArgument,
                               "`or_inferred` adds to the types of `one_of`, which is missing"};
constexpr Def<> kExclusive{diag::Kind::kConflictingAnnotations,
                           "`any` cannot be combined with other arguments of `@schema/type`"};
constexpr Def<std::string_view> kUnknownType{diag::Kind::kBadAnnotationArgument, "unknown type `{}`"};
constexpr Def<std::string_view> kNotAName{diag::Kind::kBadAnnotationArgument,
                                          "a type is named by a string, found {}"};

constexpr std::string_view kTypeNames[] = {"bool", "float", "int", "null", "string"};

// Names of types in other languages, with kval's names.
struct OtherName {
  std::string_view name;
  std::string_view hint;
};
constexpr OtherName kOtherNames[] = {
    {"integer", "the type is called `int`"},
    {"number", "the types are called `int` and `float`: `one_of=[\"int\", \"float\"]`"},
    {"double", "the type is called `float`"},
    {"decimal", "the type is called `float`"},
    {"boolean", "the type is called `bool`"},
    {"str", "the type is called `string`"},
    {"text", "the type is called `string`"},
    {"none", "the type is called `null`"},
    {"None", "the type is called `null`"},
    {"nil", "the type is called `null`"},
    {"any", "write `any=True`, alone"},
    {"object", "the node itself is the example of the map: `or_inferred=True` allows it"},
    {"map", "the node itself is the example of the map: `or_inferred=True` allows it"},
    {"dict", "the node itself is the example of the map: `or_inferred=True` allows it"},
    {"array", "the node itself is the example of the array: `or_inferred=True` allows it"},
    {"list", "the node itself is the example of the array: `or_inferred=True` allows it"},
};

std::string SuggestedType(std::string_view name) {
  for (const OtherName& other : kOtherNames) {
    if (other.name == name) {
      return std::string(other.hint);
    }
  }
  const std::string_view nearest = Nearest(name, kTypeNames);
  return nearest.empty() ? "the types are bool, float, int, null and string"
                         : "did you mean `" + std::string(nearest) + "`?";
}

constexpr ParamSpec kTypeParams[] = {
    {"", "a type's name", kString, false, true, "in the proposal: \"any\", or names as in one_of"},
    {"any", "", kBool, false, false, "true: every value is allowed, on this node and below it"},
    {"one_of", "", kString | kList, false, false,
     "the names of the types that are allowed: bool, float, int, null, string"},
    {"or_inferred", "", kBool, false, false, "true: the type of the example value is allowed as well"},
};

void AddName(starlark::Value name, source::Span at, const BoundAnnotation& bound, SchemaContext& context,
             SchemaAnnotations& facts) {
  if (!name.is_string()) {
    context.emit.Report(at, kNotAName, starlark::TypeName(name))
        .Related(bound.node(), "for this node")
        .Emit();
    return;
  }
  for (std::string_view known : kTypeNames) {
    if (known == name.text()) {
      facts.one_of.emplace_back(known);
      return;
    }
  }
  context.emit.Report(at, kUnknownType, name.text())
      .Related(bound.node(), "for this node")
      .Hint(SuggestedType(name.text()))
      .Emit();
}

// The proposal's short form: `@schema/type "any"`, `@schema/type "null", or_inferred=True`.
bool ReadPositional(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  for (const templating::AnnotationArgument* argument : bound.AllPositional()) {
    if (context.dialect == SchemaDialect::kReleased) {
      context.emit.Report(argument->span, kNoArgument)
          .Related(bound.node(), "for this node")
          .Hint(argument->value.text() == "any" ? "write `any=True`"
                                                : "write `one_of=" + starlark::Repr(argument->value) + "`")
          .Emit();
      return false;
    }
    if (argument->value.text() == "any") {
      facts.any = true;
    } else {
      AddName(argument->value, argument->span, bound, context, facts);
      facts.one_of_span = argument->span;
    }
  }
  return true;
}

void ApplyTypeAnnotation(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  const templating::Annotation& annotation = bound.annotation();
  facts.type_span = annotation.span;
  if (annotation.arguments.empty()) {
    context.emit.Report(annotation.span, kNoArgument)
        .Related(bound.node(), "for this node")
        .Hint("`any=True` allows every value, `one_of=[\"int\", \"string\"]` several types")
        .Emit();
    return;
  }
  if (!ReadPositional(bound, context, facts)) {
    return;
  }
  const templating::AnnotationArgument* any = bound.Keyword("any");
  if (any != nullptr && annotation.arguments.size() > 1) {
    context.emit.Report(any->span, kExclusive).Related(bound.node(), "for this node").Emit();
    return;
  }
  facts.any = facts.any || (any != nullptr && any->value.boolean());
  if (const templating::AnnotationArgument* inferred = bound.Keyword("or_inferred")) {
    facts.allows_inferred_type = inferred->value.boolean();
  }
  const templating::AnnotationArgument* one_of = bound.Keyword("one_of");
  if (one_of == nullptr) {
    if (any == nullptr && bound.Positional(0) == nullptr) {
      context.emit.Report(annotation.span, kNothingNextTo)
          .Related(bound.node(), "for this node")
          .Hint("name the other types: `one_of=[\"null\"], or_inferred=True`")
          .Emit();
    }
    return;
  }
  facts.one_of_span = one_of->span;
  std::vector<starlark::Value> names = {one_of->value};
  if (const auto* list = one_of->value.As<starlark::List>()) {
    names = list->items();
  } else if (const auto* tuple = one_of->value.As<starlark::Tuple>()) {
    names = tuple->items();
  }
  if (names.empty()) {
    context.emit.Report(one_of->span, kNoType)
        .Related(bound.node(), "for this node")
        .Hint("the types are bool, float, int, null and string")
        .Emit();
  }
  for (starlark::Value name : names) {
    AddName(name, one_of->span, bound, context, facts);
  }
}

}  // namespace

constinit const Spec kSchemaType{
    "schema/type",
    kAnyNode,
    kTypeParams,
    "sets the type of a node, instead of inferring it from the example value",
    "With `one_of` the value must be of one of the named types; the type of the example is allowed only with "
    "`or_inferred=True`. The default must be of an allowed type.",
    "#@schema/type one_of=[\"int\", \"string\"]\npercentage: 0",
    "ytt schema proposal, part 5; ytt pkg/schema/annotations.go",
    ApplyTypeAnnotation,
};

}  // namespace kval::annotations
