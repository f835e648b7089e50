#include "src/kubernetes/structural.h"

#include <algorithm>
#include <optional>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/support/native_stack.h"
#include "src/types/pattern_cache.h"
#include "src/types/pattern_error.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kOpenIntOrString{
    diag::Kind::kBadCrd,
    "an integer or a string has no fields: `x-kubernetes-preserve-unknown-fields` cannot be there"};
constexpr diag::Def<Text> kForbidden{diag::Kind::kBadCrd,
                                     "`{}` is not supported in the schema of a custom resource"};
constexpr diag::Def<> kExclude{diag::Kind::kBadCrd,
                               "`additionalProperties` and `properties` exclude each other"};
constexpr diag::Def<> kRootValues{diag::Kind::kBadCrd,
                                  "the schema of a whole resource cannot have `additionalProperties`"};
constexpr diag::Def<> kNoType{diag::Kind::kBadCrd, "the schema has no `type`, so it is not structural"};
constexpr diag::Def<Text> kBadType{diag::Kind::kBadCrd, "`{}` is not a type"};
constexpr diag::Def<Text> kRootType{diag::Kind::kBadCrd,
                                    "the schema of a whole resource must have the type object, not {}"};
constexpr diag::Def<> kNullType{diag::Kind::kBadCrd, "the type null does not exist: use `nullable: true`"};
constexpr diag::Def<> kRootNull{diag::Kind::kBadCrd, "a whole resource cannot be null"};
constexpr diag::Def<> kNoItems{diag::Kind::kBadCrd, "an array requires `items`"};
constexpr diag::Def<> kUnique{diag::Kind::kBadCrd,
                              "`uniqueItems` cannot be true: use `x-kubernetes-list-type: set`"};
constexpr diag::Def<Text> kPattern{diag::Kind::kBadCrd, "the regular expression cannot be used: {}"};
constexpr diag::Def<Text> kOnlyTrue{diag::Kind::kBadCrd, "`{}` can only be true, or be left out"};
constexpr diag::Def<> kEmptyEmbedded{
    diag::Kind::kBadCrd,
    "an embedded resource requires `properties` or `x-kubernetes-preserve-unknown-fields`"};
constexpr diag::Def<Text, Text, Text> kNoSuch{diag::Kind::kBadCrd, "`{}` cannot be `{}`: it is one of {}"};
constexpr diag::Def<Text> kInAssertion{diag::Kind::kBadCrd,
                                       "`{}` below allOf, anyOf, oneOf or not is not structural"};
constexpr diag::Def<> kMetadata{diag::Kind::kBadCrd,
                                "of `metadata` only `name` and `generateName` can be restricted"};

constexpr diag::Def<> kTuple{diag::Kind::kBadCrd, "`items` must be one schema, not a list of them"};
constexpr diag::Def<> kOpenEmbedded{diag::Kind::kBadCrd,
                                    "an embedded resource cannot have `additionalProperties`"};
constexpr diag::Def<> kEmbeddedIntOrString{diag::Kind::kBadCrd,
                                           "an integer or a string cannot be an embedded resource"};
constexpr diag::Def<Text> kIdentityType{diag::Kind::kBadCrd, "`{}` of a resource must have the type string"};
constexpr diag::Def<> kMetadataType{diag::Kind::kBadCrd, "`metadata` must have the type object"};

// Keywords of JSON Schema that Kubernetes reads and refuses.
constexpr Text kRefused[] = {"$ref",          "$schema",           "definitions",     "id",
                             "dependencies",  "patternProperties", "additionalItems", "deprecated",
                             "discriminator", "readOnly",          "writeOnly",       "xml"};
// What structure is made of, and assertions cannot state.
constexpr Text kStructure[] = {"type",
                               "default",
                               "nullable",
                               "title",
                               "description",
                               "additionalProperties",
                               "x-kubernetes-preserve-unknown-fields",
                               "x-kubernetes-embedded-resource",
                               "x-kubernetes-int-or-string",
                               "x-kubernetes-list-map-keys",
                               "x-kubernetes-list-type",
                               "x-kubernetes-map-type",
                               "x-kubernetes-validations"};

// Keywords that no rule is about, except for `type` and `items`. Most schemas have no others.
constexpr Text kPlain[] = {"type",      "description", "properties", "required", "items",
                           "default",   "format",      "enum",       "minimum",  "maximum",
                           "minLength", "maxLength",   "minItems",   "maxItems"};

bool HasOnlyPlainKeywords(const value::Value& schema) {
  return std::all_of(schema.entries().begin(), schema.entries().end(), [](const value::Entry& entry) {
    const bool is_list = entry.value->kind == Kind::kSequence && entry.key->raw == "items";
    return !is_list && std::find(std::begin(kPlain), std::end(kPlain), entry.key->raw) != std::end(kPlain);
  });
}

// Keyword values that the server treats as absent.
bool IsNothing(const check::ValueCursor& keyword, Text name) {
  const value::Value& set = *keyword.value;
  if (name == "definitions" || name == "patternProperties") {
    return set.kind == Kind::kMapping && set.entries().empty();
  }
  return name == "id" && set.kind == Kind::kString && set.raw.empty();
}

// `anyOf: [{type: integer}, {type: string}]`, the only place where types may be repeated.
bool IsIntOrString(const check::ValueCursor& any_of) {
  constexpr Text kTypes[] = {"integer", "string"};
  size_t matches = 0;
  ForEachItem(any_of, [&](const check::ValueCursor& item) {
    const bool is_alone = item.value->kind == Kind::kMapping && item.value->entries().size() == 1;
    matches += matches < 2 && is_alone && GetStringField(item, "type") == kTypes[matches] ? 1 : 0;
  });
  return matches == 2 && any_of.value->items().size() == 2;
}

bool IsMap(const std::optional<check::ValueCursor>& at) {
  return at && at->value->kind == Kind::kMapping;
}

bool IsAny(Text word, std::initializer_list<Text> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

source::Span SpanOfKey(const check::ValueCursor& at) {
  return at.key != nullptr ? at.key->span : at.value->span;
}

class Structure {
 public:
  Structure(const Limits& limits, diag::Emitter& emit) : patterns_(limits), emit_(emit) {}

  // A schema that says what there may be.
  void Node(const check::ValueCursor& schema, bool is_root) {
    NeedStack();
    if (schema.value->kind != Kind::kMapping) {
      return;
    }
    const bool is_plain = !is_root && HasOnlyPlainKeywords(*schema.value);
    if (!is_plain) {
      Common(schema);
    }
    Type(schema, is_root);
    if (!is_plain) {
      Extensions(schema, is_root);
      Values(schema, is_root);
    }
    if (const std::optional<check::ValueCursor> items = At(schema, "items"); IsMap(items)) {
      Node(*items, false);
    }
    if (const std::optional<check::ValueCursor> properties = At(schema, "properties")) {
      ForEachEntry(*properties, [&](const check::ValueCursor& property) {
        if (is_root && property.key->raw == "metadata") {
          Metadata(property);
        } else {
          Node(property, false);
        }
      });
    }
    if (!is_plain) {
      Assertions(schema, true, true);
    }
  }

 private:
  void Common(const check::ValueCursor& schema) {
    for (const Text keyword : kRefused) {
      if (const std::optional<check::ValueCursor> found = At(schema, keyword);
          found && !IsNothing(*found, keyword)) {
        ReportAtKey(emit_, *found, kForbidden, keyword).Emit();
      }
    }
    const std::optional<check::ValueCursor> items = At(schema, "items");
    if (items && items->value->kind == Kind::kSequence && !items->value->items().empty()) {
      ReportAtKey(emit_, *items, kTuple).Emit();
    }
    if (const std::optional<check::ValueCursor> unique = At(schema, "uniqueItems"); IsTrue(unique)) {
      ReportAtKey(emit_, *unique, kUnique).Emit();
    }
    const std::optional<check::ValueCursor> pattern = At(schema, "pattern");
    if (pattern && !TextOf(*pattern).empty()) {
      const Result<types::Pattern>& compiled = patterns_.Compile(TextOf(*pattern));
      if (!compiled && !types::ReportIfTooLarge(compiled.failure(), pattern->value->span, emit_)) {
        ReportAt(emit_, *pattern, kPattern, compiled.failure().message).Emit();
      }
    }
  }

  void Type(const check::ValueCursor& schema, bool is_root) {
    const std::optional<check::ValueCursor> type = At(schema, "type");
    const Text text = type ? TextOf(*type) : Text();
    const bool is_free = IsTrue(At(schema, "x-kubernetes-int-or-string")) ||
                         IsTrue(At(schema, "x-kubernetes-preserve-unknown-fields"));
    if (text.empty()) {
      if (!is_free && !IsRecovered(*schema.value) && !(type && type->value->kind != Kind::kString)) {
        ReportAt(emit_, schema, kNoType).Hint("add `type: object`, or another type").Emit();
      }
      return;
    }
    if (text == "null") {
      ReportAt(emit_, *type, kNullType).Emit();
    } else if (!IsAny(text, {"string", "number", "integer", "boolean", "array", "object"})) {
      ReportAt(emit_, *type, kBadType, text).Emit();
    } else if (is_root && text != "object") {
      ReportAt(emit_, *type, kRootType, text).Emit();
    } else if (text == "array" && !IsRecovered(*schema.value)) {
      const std::optional<check::ValueCursor> items = At(schema, "items");
      if (!items || (items->value->kind == Kind::kSequence && items->value->items().empty())) {
        ReportAt(emit_, items ? *items : schema, kNoItems).Emit();
      }
    }
    const std::optional<check::ValueCursor> nullable = At(schema, "nullable");
    if (is_root && IsTrue(nullable)) {
      ReportAtKey(emit_, *nullable, kRootNull).Emit();
    }
  }

  void Values(const check::ValueCursor& schema, bool is_root) {
    const std::optional<check::ValueCursor> values = At(schema, "additionalProperties");
    if (!values) {
      return;
    }
    const std::optional<check::ValueCursor> properties = At(schema, "properties");
    const bool is_any = IsTrue(values);
    if (is_root) {
      ReportAtKey(emit_, *values, kRootValues).Emit();
    } else if (IsTrue(At(schema, "x-kubernetes-embedded-resource"))) {
      ReportAtKey(emit_, *values, kOpenEmbedded).Emit();
    } else if (IsMap(properties) && !properties->value->entries().empty() && !is_any) {
      ReportAtKey(emit_, *values, kExclude).Related(properties->key->span, "the properties").Emit();
    } else {
      Node(*values, false);
    }
  }

  void Extensions(const check::ValueCursor& schema, bool is_root) {
    const std::optional<check::ValueCursor> open = At(schema, "x-kubernetes-preserve-unknown-fields");
    if (open && open->value->kind == Kind::kBool && !open->value->boolean) {
      ReportAt(emit_, *open, kOnlyTrue, "x-kubernetes-preserve-unknown-fields").Emit();
    }
    if (IsTrue(open) && IsTrue(At(schema, "x-kubernetes-int-or-string"))) {
      ReportAtKey(emit_, *open, kOpenIntOrString).Emit();
    }
    if (const std::optional<check::ValueCursor> embedded = At(schema, "x-kubernetes-embedded-resource");
        IsTrue(embedded)) {
      const std::optional<check::ValueCursor> properties = At(schema, "properties");
      const bool has_any = properties && !properties->value->entries().empty();
      if (IsTrue(At(schema, "x-kubernetes-int-or-string"))) {
        ReportAtKey(emit_, *embedded, kEmbeddedIntOrString).Emit();
      } else if (GetStringField(schema, "type") != "object") {
        ReportTypeRequired(schema, *embedded, "object", emit_);
      } else if (!has_any && !IsTrue(At(schema, "x-kubernetes-preserve-unknown-fields"))) {
        ReportAtKey(emit_, *embedded, kEmptyEmbedded).Related(SpanOfKey(schema), "of this schema").Emit();
      }
    }
    const bool is_resource = is_root || IsTrue(At(schema, "x-kubernetes-embedded-resource"));
    if (const std::optional<check::ValueCursor> properties = At(schema, "properties");
        is_resource && properties) {
      Identity(*properties, is_root);
    }
    const std::optional<check::ValueCursor> map_type = At(schema, "x-kubernetes-map-type");
    if (map_type && !IsAny(TextOf(*map_type), {"granular", "atomic"})) {
      ReportAt(emit_, *map_type, kNoSuch, "x-kubernetes-map-type", TextOf(*map_type), "atomic and granular")
          .Emit();
    } else if (map_type && GetStringField(schema, "type") != "object") {
      ReportTypeRequired(schema, *map_type, "object", emit_);
    }
    CheckListType(schema, emit_);
    CheckRuleStrings(schema, emit_);
  }

  // The fields that the server itself reads.
  void Identity(const check::ValueCursor& properties, bool is_root) {
    for (const Text name : {Text("apiVersion"), Text("kind")}) {
      const std::optional<check::ValueCursor> field = At(properties, name);
      const std::optional<check::ValueCursor> type = IsMap(field) ? At(*field, "type") : std::nullopt;
      if (type && !TextOf(*type).empty() && TextOf(*type) != "string") {
        ReportAt(emit_, *type, kIdentityType, name).Emit();
      }
    }
    const std::optional<check::ValueCursor> metadata = At(properties, "metadata");
    const std::optional<check::ValueCursor> type = IsMap(metadata) ? At(*metadata, "type") : std::nullopt;
    if (!is_root && type && !TextOf(*type).empty() && TextOf(*type) != "object") {
      ReportAt(emit_, *type, kMetadataType).Emit();
    }
  }

  void Metadata(const check::ValueCursor& schema) {
    if (schema.value->kind != Kind::kMapping) {
      return;
    }
    if (GetStringField(schema, "type") != "object" && !IsRecovered(*schema.value)) {
      const std::optional<check::ValueCursor> type = At(schema, "type");
      ReportAt(emit_, type ? *type : schema, kMetadataType).Emit();
    }
    ForEachEntry(schema, [&](const check::ValueCursor& keyword) {
      const value::Value& set = *keyword.value;
      const bool is_reported = !(set.kind == Kind::kString && set.raw.empty()) &&
                               !(set.kind == Kind::kBool && !set.boolean) && set.kind != Kind::kNull &&
                               !(set.kind == Kind::kMapping && set.entries().empty());
      if (is_reported && !IsAny(keyword.key->raw, {"type", "properties", "default"})) {
        ReportAtKey(emit_, keyword, kMetadata).Emit();
      }
    });
    if (const std::optional<check::ValueCursor> properties = At(schema, "properties")) {
      ForEachEntry(*properties, [&](const check::ValueCursor& property) {
        if (!IsAny(property.key->raw, {"name", "generateName"})) {
          ReportAtKey(emit_, property, kMetadata).Emit();
        } else {
          Node(property, false);
        }
      });
    }
  }

  // Whether `anyOf` may say an integer or a string, and that of the first of `allOf`.
  void Assertions(const check::ValueCursor& schema, bool may_type, bool first_may_type) {
    for (const Text keyword : {Text("allOf"), Text("anyOf"), Text("oneOf")}) {
      const std::optional<check::ValueCursor> list = At(schema, keyword);
      if (!list || (keyword == "anyOf" && may_type && IsIntOrString(*list))) {
        continue;
      }
      bool is_first = true;
      ForEachItem(*list, [&](const check::ValueCursor& item) {
        Assertion(item, is_first && first_may_type && keyword == "allOf");
        is_first = false;
      });
    }
    if (const std::optional<check::ValueCursor> none = At(schema, "not")) {
      Assertion(*none, false);
    }
  }

  void Assertion(const check::ValueCursor& schema, bool may_type) {
    NeedStack();
    if (schema.value->kind != Kind::kMapping) {
      return;
    }
    Common(schema);
    for (const Text keyword : kStructure) {
      const std::optional<check::ValueCursor> found = At(schema, keyword);
      const bool is_false = found && found->value->kind == Kind::kBool && !found->value->boolean;
      const bool is_empty =
          found && ((found->value->kind == Kind::kString && found->value->raw.empty()) ||
                    (found->value->kind == Kind::kSequence && found->value->items().empty()));
      if (found && !is_false && !is_empty) {
        ReportAtKey(emit_, *found, kInAssertion, keyword).Emit();
      }
    }
    if (const std::optional<check::ValueCursor> properties = At(schema, "properties")) {
      ForEachEntry(*properties, [&](const check::ValueCursor& property) {
        if (property.key->raw == "metadata") {
          ReportAtKey(emit_, property, kInAssertion, "metadata").Emit();
        } else {
          Assertion(property, false);
        }
      });
    }
    if (const std::optional<check::ValueCursor> items = At(schema, "items")) {
      Assertion(*items, false);
    }
    Assertions(schema, may_type, false);
  }

  types::PatternCache patterns_;
  diag::Emitter& emit_;
};

}  // namespace

bool IsForbiddenKeyword(Text keyword) {
  return std::find(std::begin(kRefused), std::end(kRefused), keyword) != std::end(kRefused);
}

void CheckStructural(const check::ValueCursor& schema, const Limits& limits, diag::Emitter& emit) {
  Structure(limits, emit).Node(schema, true);
}

}  // namespace kval::kubernetes
