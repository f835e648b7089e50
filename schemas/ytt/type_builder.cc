#include "schemas/ytt/type_builder.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "annotations/schema/specs.h"
#include "schemas/ytt/applicable_rules.h"
#include "schemas/ytt/default_check.h"
#include "schemas/ytt/read_schema_annotations.h"
#include "schemas/ytt/starlark_messages.h"
#include "schemas/ytt/title.h"
#include "src/check/complete.h"
#include "src/check/fits.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"
#include "src/value/compare.h"

namespace kval::schemas::ytt {
namespace {

using annotations::SchemaAnnotations;
using annotations::SchemaContext;
using annotations::SchemaDialect;
using diag::Def;
using types::TypeId;

constexpr Def<> kNull{diag::Kind::kNullInSchema, "null implies no type"};
constexpr Def<std::string_view> kPlain{diag::Kind::kBadSchema,
                                       "{} that code computed gives no type: ytt takes YAML alone"};
constexpr Def<size_t> kItems{diag::Kind::kBadSchemaArray,
                             "an array in a schema requires exactly one item, found {}"};
constexpr Def<std::string_view> kBrokenCount{diag::Kind::kRuleError, "the key rule failed to run: {}"};
constexpr Def<std::string_view, std::string> kNestedInAny{diag::Kind::kConflictingAnnotations,
                                                          "`@{}` has no effect below `{}`"};
constexpr Def<std::string_view> kNoSuchType{diag::Kind::kBadDefault,
                                            "the example value has none of the types in `one_of`: it is {}"};

// "@schema/type any=True"
std::string AnyType() {
  return At(annotations::kSchemaType) + " any=True";
}

std::string_view HowToOpen() {
  static const std::string kText = Substitute(
      "in the schema, `#{}` above it allows any keys, an item with `#{}` keys with values of one type",
      AnyType(), At(annotations::kSchemaAnyKey));
  return kText;
}

std::string HintForNoItem() {
  return Substitute(
      "add one item as an example, such as `- \"\"` (the default remains an empty array), or allow any value "
      "with `{}`",
      AnyType());
}

std::string HintForItems() {
  return Substitute("keep one item, and set the default with `{}`; items of several types need `{}`",
                    At(annotations::kSchemaDefault), AnyType());
}

// A node of the schema document: a map item, an array item or the document.
struct SchemaNodeView {
  const value::Value* identity;  // what its annotations are keyed by
  const value::Value* key;       // of a map item, else null
  const value::Value* example;
  annotations::AnnotationTarget target;
  source::Span place;  // to point at the node as a whole
};

// A node's type and its default, before it becomes a field or an item.
struct BuiltType {
  TypeId type;
  types::Default fallback;
  types::FieldPresence presence = types::FieldPresence::kFilled;
};

class TypeBuilder {
 public:
  TypeBuilder(templating::AnnotationTable& table, types::Model& model, Arena& arena, SchemaContext& context)
      : table_(table), model_(model), arena_(arena), context_(context) {}

  void Document(const templating::AnnotatedDocument& document) {
    // A document as a whole is shown by its `---`.
    constexpr uint32_t kMarkerSize = 3;
    const source::Span place{document.span.begin,
                             std::min(document.span.end, document.span.begin + kMarkerSize)};
    const SchemaNodeView node{document.node, nullptr, document.root, annotations::kDocument, place};
    SchemaAnnotations facts = ReadSchemaAnnotations(node.identity, node.target, node.place, table_, context_);
    BuiltType built = Build(node, facts);
    types::Field root;
    root.name = model_.interner().Intern("document");
    root.type = built.type;
    root.fallback = std::move(built.fallback);
    root.span = place;
    model_.SetRoot(std::move(root));
  }

 private:
  BuiltType Build(const SchemaNodeView& node, SchemaAnnotations& facts) {
    NeedStack();
    BuiltType built;
    types::Type type;
    type.span = PlaceOfType(node);
    type.shape = ShapeOf(node, facts);
    type.nullable = facts.nullable && !facts.any;
    if (!type.nullable && !facts.one_of.empty()) {
      type.nullable =
          HasNull(facts) || (facts.allows_inferred_type && node.example->kind == value::Kind::kNull);
    }
    AddRules(node, facts, type);
    if (!facts.doc.empty() || !facts.doc.note.empty()) {
      type.doc = facts.doc;
    }
    AddTitle(node, type);
    const bool is_known = !std::holds_alternative<types::InvalidType>(type.shape);
    built.type = model_.Add(std::move(type));
    if (is_known) {
      built.fallback.value = DefaultOf(node, facts, built.type);
      CheckExamples(facts, built.type);
    }
    return built;
  }

  // Where diagnostics point for the type: at the example of a scalar, at the key of a collection.
  static source::Span PlaceOfType(const SchemaNodeView& node) {
    const bool points_at_node =
        node.example->is_collection() || !node.example->span.has_value() || node.example->span.size() == 0;
    return points_at_node && node.place.has_value() ? node.place : node.example->span;
  }

  types::Shape ShapeOf(const SchemaNodeView& node, const SchemaAnnotations& facts) {
    if (facts.any) {
      RefuseNestedAnnotations(*node.example);
      return types::Any{};
    }
    if (!facts.one_of.empty()) {
      return OneOf(node, facts);
    }
    if (node.example->kind == value::Kind::kNull) {
      return NullExample(node);
    }
    if (context_.dialect == SchemaDialect::kReleased && table_.IsPlain(node.example)) {
      return PlainExample(node);
    }
    return Inferred(node);
  }

  types::Shape PlainExample(const SchemaNodeView& node) {
    const bool is_map = node.example->kind == value::Kind::kMapping;
    context_.emit.Report(node.example->span, kPlain, is_map ? "a dict" : "a list")
        .Hint(
            Substitute("write it as YAML, in the body of a function (`#@ def example():` … `#@ end`) if code "
                       "needs it in several places, or allow any value with `{}`",
                       AnyType()))
        .Emit();
    return types::InvalidType{};
  }

  types::Shape NullExample(const SchemaNodeView& node) {
    if (context_.dialect == SchemaDialect::kProposal) {
      return types::Any{};
    }
    context_.emit.Report(PlaceOfType(node), kNull)
        .Label("the example value is null")
        .Note("in YAML, leaving the value out means null")
        .Hint(Substitute(
            "give an example value, with `{}` if null is the default, or use `{}` to allow any value",
            At(annotations::kSchemaNullable), AnyType()))
        .Emit();
    return types::InvalidType{};
  }

  types::Shape Inferred(const SchemaNodeView& node) {
    switch (node.example->kind) {
      case value::Kind::kNull:
        return types::Null{};
      case value::Kind::kBool:
      case value::Kind::kInt:
      case value::Kind::kFloat:
      case value::Kind::kString:
        return types::Scalar{node.example->kind};
      case value::Kind::kSequence:
        return ListOf(node);
      case value::Kind::kMapping:
        return RecordOf(node);
    }
    return types::InvalidType{};
  }

  types::Shape ListOf(const SchemaNodeView& node) {
    const auto items = node.example->items();
    if (items.empty() && context_.dialect == SchemaDialect::kProposal) {
      types::Type any;
      any.shape = types::Any{};
      any.span = node.place;
      return types::List{model_.Add(std::move(any))};
    }
    if (items.size() != 1) {
      auto report =
          context_.emit.Report(items.size() > 1 ? items[1]->span : PlaceOfType(node), kItems, items.size());
      if (items.size() > 1) {
        report.Related(items[0]->span, "the first item");
      }
      report.Related(node.place, "in this array")
          .Note("the one item implies the type of all items; the default is an empty array")
          .Hint(items.empty() ? HintForNoItem() : HintForItems())
          .Emit();
      return types::InvalidType{};
    }
    const SchemaNodeView item{items[0], nullptr, items[0], annotations::kArrayItem, items[0]->span};
    SchemaAnnotations facts = ReadSchemaAnnotations(item.identity, item.target, item.place, table_, context_);
    BuiltType built = Build(item, facts);
    return types::List{built.type, built.fallback.value};
  }

  types::Shape RecordOf(const SchemaNodeView& node) {
    types::Record record;
    if (node.example->entries().empty()) {
      record.open_hint = HowToOpen();
    }
    record.fields.Edit().reserve(node.example->entries().size());
    for (const value::Entry& entry : node.example->entries()) {
      const SchemaNodeView item{entry.key, entry.key, entry.value, annotations::kMapItem, entry.key->span};
      context_.node_key = value::PlainText(*entry.key);
      SchemaAnnotations facts =
          ReadSchemaAnnotations(item.identity, item.target, item.place, table_, context_);
      BuiltType built = Build(item, facts);
      if (facts.key && facts.key->matches_others()) {
        record.key_rules.push_back(KeyRuleOf(item, *facts.key, built.type));
      } else {
        record.fields.push_back(FieldOf(item, facts, std::move(built)));
      }
    }
    return record;
  }

  types::Field FieldOf(const SchemaNodeView& item, const SchemaAnnotations& facts, BuiltType built) {
    types::Field field;
    field.name = model_.interner().Intern(value::KeyText(*item.key));
    field.key = item.key;
    field.type = built.type;
    field.fallback = std::move(built.fallback);
    field.span = item.key->span;
    if (facts.key) {
      field.presence =
          AllowsNone(*facts.key, *item.key) ? types::FieldPresence::kOptional : types::FieldPresence::kFilled;
    }
    return field;
  }

  // Whether a key by its own name may be absent.
  bool AllowsNone(const SchemaAnnotations::KeyAnnotation& key, const value::Value& name) {
    if (key.missing_ok) {
      return true;
    }
    for (const types::Count& count : key.counts) {
      if (count.at_least == 0) {
        return true;
      }
    }
    if (key.count_predicate == nullptr) {
      return false;
    }
    const diag::Path no_path;
    const types::PredicateResult verdict =
        key.count_predicate->Test(*context_.build.Int(0), {&name, &name, &no_path});
    if (verdict.answer == types::PredicateResult::PredicateOutcome::kError) {
      context_.emit.Report(key.span, kBrokenCount, verdict.found)
          .Related(name.span, "called for this key")
          .Emit();
    }
    return verdict.holds();
  }

  static types::KeyRule KeyRuleOf(const SchemaNodeView& item, const SchemaAnnotations::KeyAnnotation& key,
                                  TypeId type) {
    types::KeyRule rule;
    rule.allowed = key.allowed;
    rule.counts = key.counts;
    rule.count_predicate = key.count_predicate;
    if (key.missing_ok) {
      rule.counts.push_back({0, types::Count::kUnbounded});
    } else if (rule.counts.empty() && rule.count_predicate == nullptr) {
      rule.counts.push_back({1, 1});
    }
    rule.value = type;
    rule.name = value::PlainText(*item.key);
    rule.span = key.span;
    return rule;
  }

  static bool HasNull(const SchemaAnnotations& facts) {
    return std::ranges::any_of(facts.one_of, [&](const std::string& name) { return name == "null"; });
  }

  types::Shape OneOf(const SchemaNodeView& node, const SchemaAnnotations& facts) {
    std::vector<types::Shape> shapes;
    for (const std::string& name : facts.one_of) {
      if (std::optional<value::Kind> kind = ScalarKind(name)) {
        shapes.push_back(types::Scalar{*kind});
      }
    }
    if (facts.allows_inferred_type && node.example->kind != value::Kind::kNull) {
      shapes.push_back(Inferred(node));
    }
    if (shapes.empty()) {
      return types::Null{};
    }
    if (shapes.size() == 1) {
      return std::move(shapes.front());
    }
    types::Union choice;
    for (types::Shape& shape : shapes) {
      types::Type arm;
      arm.shape = std::move(shape);
      arm.span = facts.one_of_span.has_value() ? facts.one_of_span : PlaceOfType(node);
      choice.variants.push_back(model_.Add(std::move(arm)));
    }
    return choice;
  }

  static std::optional<value::Kind> ScalarKind(std::string_view name) {
    if (name == "bool") {
      return value::Kind::kBool;
    }
    if (name == "int") {
      return value::Kind::kInt;
    }
    if (name == "float") {
      return value::Kind::kFloat;
    }
    if (name == "string") {
      return value::Kind::kString;
    }
    return std::nullopt;
  }

  void AddRules(const SchemaNodeView& node, SchemaAnnotations& facts, types::Type& type) {
    // The proposal: "string values, by default, have min_len=1".
    const auto* scalar = std::get_if<types::Scalar>(&type.shape);
    const bool is_string = scalar != nullptr && scalar->kind == value::Kind::kString;
    if (is_string && context_.dialect == SchemaDialect::kProposal && !facts.has_min_len) {
      types::Rule rule;
      rule.test = types::MinLength{1};
      rule.message = "a string that is not empty";
      rule.span = type.span;
      type.rules.push_back(model_.Add(std::move(rule)));
    }
    if (facts.rules.empty()) {
      return;
    }
    for (types::Rule& rule :
         FilterApplicableRules(std::move(facts.rules), type.shape, model_, node.place, context_.emit)) {
      type.rules.push_back(model_.Add(std::move(rule)));
    }
  }

  // The proposal: a map item's title is its key made readable.
  void AddTitle(const SchemaNodeView& node, types::Type& type) {
    if (context_.dialect == SchemaDialect::kProposal && type.doc->title.empty() && node.key != nullptr) {
      if (std::string title = TitleOf(value::PlainText(*node.key)); !title.empty()) {
        type.doc.Edit().title = std::move(title);
      }
    }
  }

  const value::Value* DefaultOf(const SchemaNodeView& node, const SchemaAnnotations& facts, TypeId type) {
    if (facts.fallback != nullptr) {
      const bool fits = ReportTypeMismatch("default", *facts.fallback, facts.fallback_span, node.place, type,
                                           model_, context_.emit);
      return fits ? facts.fallback : nullptr;
    }
    if (facts.nullable) {
      return context_.build.Null(node.place);
    }
    if (facts.any) {
      return node.example;
    }
    if (node.example->is_collection()) {
      // The default is implied by the type: for a record the defaults of its fields, for a list an empty
      // array.
      return OneOfRefuses(node, facts, type) ? nullptr : ImpliedByUnion(node, type);
    }
    return OneOfRefuses(node, facts, type) ? nullptr : node.example;
  }

  const value::Value* ImpliedByUnion(const SchemaNodeView& node, TypeId type) {
    const auto* choice = std::get_if<types::Union>(&model_.Get(type).shape);
    if (choice == nullptr) {
      return nullptr;
    }
    // With several arms the example's own type is the last one.
    types::Field implied;
    implied.type = choice->variants.back();
    implied.span = node.place;
    return check::DefaultOf(implied, model_, arena_);
  }

  bool OneOfRefuses(const SchemaNodeView& node, const SchemaAnnotations& facts, TypeId type) {
    // The example of a map may be a key that its pattern does not allow, and has the inferred type all the
    // same.
    if (facts.one_of.empty() || facts.allows_inferred_type || check::Fits(*node.example, type, model_)) {
      return false;
    }
    context_.emit.Report(PlaceOfType(node), kNoSuchType, value::KindName(node.example->kind))
        .Related(facts.one_of_span, "the types are listed here")
        .Hint("add `or_inferred=True` to allow the type of the example")
        .Emit();
    return true;
  }

  void CheckExamples(const SchemaAnnotations& facts, TypeId type) {
    for (size_t i = 0; i < facts.doc.examples.size(); ++i) {
      ReportTypeMismatch("example", *facts.doc.examples[i].value, facts.example_spans[i],
                         model_.Get(type).span, type, model_, context_.emit);
    }
  }

  // ytt refuses annotations that would change the type of what may be anything.
  void RefuseNestedAnnotations(const value::Value& value) {
    NeedStack();
    for (const value::Value* item : Children(value, true)) {
      for (std::string_view name : {annotations::kSchemaType.name, annotations::kSchemaNullable.name,
                                    annotations::kSchemaDefault.name}) {
        if (const templating::Annotation* nested = table_.Find(item, name)) {
          context_.emit.Report(nested->span, kNestedInAny, name, AnyType())
              .Related(item->span, "on this node")
              .Emit();
        }
      }
    }
    for (const value::Value* child : Children(value, false)) {
      RefuseNestedAnnotations(*child);
    }
  }

  // The nodes that annotations are keyed by (keys, items), or the values below.
  static std::vector<const value::Value*> Children(const value::Value& value, bool identities) {
    std::vector<const value::Value*> children;
    if (value.kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value.entries()) {
        children.push_back(identities ? entry.key : entry.value);
      }
    } else if (value.kind == value::Kind::kSequence) {
      children.assign(value.items().begin(), value.items().end());
    }
    return children;
  }

  templating::AnnotationTable& table_;
  types::Model& model_;
  Arena& arena_;
  SchemaContext& context_;
};

}  // namespace

bool BuildTypes(const templating::AnnotatedDocument& document, templating::AnnotationTable& table,
                types::Model& model, Arena& arena, SchemaContext& context) {
  const size_t before = context.emit.error_count();
  model.SetTestMessages(&kStarlarkMessages);
  TypeBuilder(table, model, arena, context).Document(document);
  return context.emit.error_count() == before;
}

}  // namespace kval::schemas::ytt
