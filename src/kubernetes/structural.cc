#include "src/kubernetes/structural.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"
#include "src/support/native_stack.h"
#include "src/types/pattern.h"
#include "src/types/pattern_fault.h"

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
constexpr diag::Def<> kClosed{
    diag::Kind::kBadCrd, "`additionalProperties: false` is not supported: unknown keys are refused anyway"};
constexpr diag::Def<> kNoType{diag::Kind::kBadCrd, "the schema states no `type`, so it is not structural"};
constexpr diag::Def<Text> kBadType{diag::Kind::kBadCrd, "`{}` is no type"};
constexpr diag::Def<Text> kRootType{diag::Kind::kBadCrd,
                                    "the schema of a whole resource must have the type object, not {}"};
constexpr diag::Def<> kNullType{diag::Kind::kBadCrd, "the type null does not exist: use `nullable: true`"};
constexpr diag::Def<> kRootNull{diag::Kind::kBadCrd, "a whole resource cannot be null"};
constexpr diag::Def<> kNoItems{diag::Kind::kBadCrd, "an array needs `items`"};
constexpr diag::Def<> kUnique{diag::Kind::kBadCrd,
                              "`uniqueItems` cannot be true: use `x-kubernetes-list-type: set`"};
constexpr diag::Def<Text> kPattern{diag::Kind::kBadCrd, "the regular expression cannot be used: {}"};
constexpr diag::Def<Text> kOnlyTrue{diag::Kind::kBadCrd, "`{}` can only be true, or be left out"};
constexpr diag::Def<> kEmptyEmbedded{
    diag::Kind::kBadCrd, "an embedded resource needs `properties` or `x-kubernetes-preserve-unknown-fields`"};
constexpr diag::Def<Text, Text> kNeedsType{diag::Kind::kBadCrd, "`{}` is for the type {} only"};
constexpr diag::Def<Text, Text, Text> kNoSuch{diag::Kind::kBadCrd, "`{}` cannot be `{}`: it is one of {}"};
constexpr diag::Def<> kNoKeys{diag::Kind::kBadCrd,
                              "a list of the type map needs `x-kubernetes-list-map-keys`"};
constexpr diag::Def<> kKeysAlone{diag::Kind::kBadCrd,
                                 "`x-kubernetes-list-map-keys` are for `x-kubernetes-list-type: map` only"};
constexpr diag::Def<> kNoMaps{diag::Kind::kBadCrd, "the items of a list of the type map must be objects"};
constexpr diag::Def<Text> kNoSuchKey{diag::Kind::kBadCrd, "`{}` is no property of the items"};
constexpr diag::Def<Text> kOptionalKey{diag::Kind::kBadCrd,
                                       "the key `{}` must be required, or have a default"};
constexpr diag::Def<Text> kComplexKey{diag::Kind::kBadCrd, "the key `{}` must be a scalar"};
constexpr diag::Def<> kSetOfMaps{diag::Kind::kBadCrd, "the items of a set must be scalars or atomic"};
constexpr diag::Def<Text> kInAssertion{diag::Kind::kBadCrd,
                                       "`{}` below allOf, anyOf, oneOf or not is not structural"};
constexpr diag::Def<> kMetadata{diag::Kind::kBadCrd,
                                "of `metadata` only `name` and `generateName` can be restricted"};

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

bool IsMap(const std::optional<check::Trail>& at) {
  return at && at->value->kind == Kind::kMapping;
}

bool IsAny(Text word, std::initializer_list<Text> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

source::Span SpanOfKey(const check::Trail& at) {
  return at.key != nullptr ? at.key->span : at.value->span;
}

class Structure {
 public:
  Structure(const Limits& limits, diag::Emitter& emit) : limits_(limits), emit_(emit) {}

  // A schema that says what there may be.
  void Node(const check::Trail& schema, bool is_root) {
    NeedStack();
    if (schema.value->kind != Kind::kMapping) {
      return;
    }
    Common(schema);
    Type(schema, is_root);
    Extensions(schema);
    Values(schema, is_root);
    if (const std::optional<check::Trail> items = At(schema, "items"); IsMap(items)) {
      Node(*items, false);
    }
    if (const std::optional<check::Trail> properties = At(schema, "properties")) {
      ForEachEntry(*properties, [&](const check::Trail& property) {
        if (is_root && property.key->raw == "metadata") {
          Metadata(property);
        } else {
          Node(property, false);
        }
      });
    }
    Assertions(schema, IsTrue(At(schema, "x-kubernetes-int-or-string")));
  }

 private:
  void Common(const check::Trail& schema) {
    for (const Text keyword : kRefused) {
      if (const std::optional<check::Trail> found = At(schema, keyword)) {
        TellKey(emit_, *found, kForbidden, keyword).Emit();
      }
    }
    if (const std::optional<check::Trail> unique = At(schema, "uniqueItems"); IsTrue(unique)) {
      TellKey(emit_, *unique, kUnique).Emit();
    }
    const std::optional<check::Trail> pattern = At(schema, "pattern");
    if (pattern && !TextOf(*pattern).empty()) {
      const Result<types::Pattern> compiled = types::Pattern::Compile(TextOf(*pattern), limits_);
      if (!compiled && !types::ReportedTooLarge(compiled.failure(), pattern->value->span, emit_)) {
        Tell(emit_, *pattern, kPattern, compiled.failure().message).Emit();
      }
    }
  }

  void Type(const check::Trail& schema, bool is_root) {
    const std::optional<check::Trail> type = At(schema, "type");
    const Text text = type ? TextOf(*type) : Text();
    const bool is_free = IsTrue(At(schema, "x-kubernetes-int-or-string")) ||
                         (!is_root && IsTrue(At(schema, "x-kubernetes-preserve-unknown-fields")));
    if (text.empty()) {
      if (!is_free && !HasGap(*schema.value) && !(type && type->value->kind != Kind::kString)) {
        Tell(emit_, schema, kNoType).Hint("add `type: object`, or what it is").Emit();
      }
      return;
    }
    if (text == "null") {
      Tell(emit_, *type, kNullType).Emit();
    } else if (!IsAny(text, {"string", "number", "integer", "boolean", "array", "object"})) {
      Tell(emit_, *type, kBadType, text).Emit();
    } else if (is_root && text != "object") {
      Tell(emit_, *type, kRootType, text).Emit();
    } else if (text == "array" && !At(schema, "items") && !HasGap(*schema.value)) {
      Tell(emit_, schema, kNoItems).Emit();
    }
    const std::optional<check::Trail> nullable = At(schema, "nullable");
    if (is_root && IsTrue(nullable)) {
      TellKey(emit_, *nullable, kRootNull).Emit();
    }
  }

  void Values(const check::Trail& schema, bool is_root) {
    const std::optional<check::Trail> values = At(schema, "additionalProperties");
    if (!values) {
      return;
    }
    const std::optional<check::Trail> properties = At(schema, "properties");
    if (is_root) {
      TellKey(emit_, *values, kRootValues).Emit();
    } else if (IsMap(properties) && !properties->value->entries().empty()) {
      TellKey(emit_, *values, kExclude).Related(properties->key->span, "the properties").Emit();
    } else if (values->value->kind == Kind::kBool && !values->value->boolean) {
      TellKey(emit_, *values, kClosed).Emit();
    } else {
      Node(*values, false);
    }
  }

  void Extensions(const check::Trail& schema) {
    const std::optional<check::Trail> open = At(schema, "x-kubernetes-preserve-unknown-fields");
    if (open && open->value->kind == Kind::kBool && !open->value->boolean) {
      Tell(emit_, *open, kOnlyTrue, "x-kubernetes-preserve-unknown-fields").Emit();
    }
    if (IsTrue(open) && IsTrue(At(schema, "x-kubernetes-int-or-string"))) {
      TellKey(emit_, *open, kOpenIntOrString).Emit();
    }
    if (const std::optional<check::Trail> embedded = At(schema, "x-kubernetes-embedded-resource");
        IsTrue(embedded)) {
      const std::optional<check::Trail> properties = At(schema, "properties");
      const bool has_any = properties && !properties->value->entries().empty();
      if (TextAt(schema, "type") != "object") {
        TellNeedsType(schema, *embedded, "x-kubernetes-embedded-resource", "object");
      } else if (!has_any && !IsTrue(At(schema, "x-kubernetes-preserve-unknown-fields"))) {
        TellKey(emit_, *embedded, kEmptyEmbedded).Related(SpanOfKey(schema), "of this schema").Emit();
      }
    }
    const std::optional<check::Trail> map_type = At(schema, "x-kubernetes-map-type");
    if (map_type && !IsAny(TextOf(*map_type), {"granular", "atomic"})) {
      Tell(emit_, *map_type, kNoSuch, "x-kubernetes-map-type", TextOf(*map_type), "atomic and granular")
          .Emit();
    } else if (map_type && TextAt(schema, "type") != "object") {
      TellNeedsType(schema, *map_type, "x-kubernetes-map-type", "object");
    }
    ListType(schema);
  }

  void TellNeedsType(const check::Trail& schema, const check::Trail& keyword, Text name, Text wanted) {
    const std::optional<check::Trail> type = At(schema, "type");
    TellKey(emit_, keyword, kNeedsType, name, wanted)
        .Related(type ? type->value->span : SpanOfKey(schema), "the type")
        .Emit();
  }

  void ListType(const check::Trail& schema) {
    const std::optional<check::Trail> type = At(schema, "x-kubernetes-list-type");
    const std::optional<check::Trail> keys = At(schema, "x-kubernetes-list-map-keys");
    const Text text = type ? TextOf(*type) : Text();
    if (keys && text != "map") {
      TellKey(emit_, *keys, kKeysAlone).Emit();
    }
    if (!type) {
      return;
    }
    if (!IsAny(text, {"atomic", "set", "map"})) {
      Tell(emit_, *type, kNoSuch, "x-kubernetes-list-type", text, "atomic, map and set").Emit();
      return;
    }
    if (TextAt(schema, "type") != "array") {
      TellNeedsType(schema, *type, "x-kubernetes-list-type", "array");
      return;
    }
    const std::optional<check::Trail> items = At(schema, "items");
    if (text == "set" && items) {
      const Text item = TextAt(*items, "type");
      const bool is_atomic = item == "object" ? TextAt(*items, "x-kubernetes-map-type") == "atomic"
                             : item == "array"
                                 ? IsAny(TextAt(*items, "x-kubernetes-list-type"), {"", "atomic"})
                                 : true;
      if (!is_atomic || IsTrue(At(*items, "nullable"))) {
        Tell(emit_, *type, kSetOfMaps).Related(SpanOfKey(*items), "the items").Emit();
      }
    } else if (text == "map") {
      Keys(*type, keys, items);
    }
  }

  void Keys(const check::Trail& type, const std::optional<check::Trail>& keys,
            const std::optional<check::Trail>& items) {
    if (!keys || (keys->value->kind == Kind::kSequence && keys->value->items().empty())) {
      Tell(emit_, type, kNoKeys).Emit();
      return;
    }
    if (items && TextAt(*items, "type") != "object") {
      Tell(emit_, type, kNoMaps).Emit();
      return;
    }
    ForEachItem(*keys, [&](const check::Trail& key) {
      const std::optional<check::Trail> properties = items ? At(*items, "properties") : std::nullopt;
      const std::optional<check::Trail> property = properties ? At(*properties, TextOf(key)) : std::nullopt;
      if (!property) {
        Tell(emit_, key, kNoSuchKey, TextOf(key))
            .Related(SpanOfKey(properties ? *properties : type), "what there is")
            .Emit();
        return;
      }
      bool is_required = At(*property, "default").has_value();
      ForEachItemOf(*items, "required", [&](const check::Trail& name) {
        is_required = is_required || TextOf(name) == TextOf(key);
      });
      if (!is_required) {
        Tell(emit_, key, kOptionalKey, TextOf(key)).Related(SpanOfKey(*property), "its schema").Emit();
      } else if (IsAny(TextAt(*property, "type"), {"object", "array"})) {
        Tell(emit_, key, kComplexKey, TextOf(key)).Emit();
      }
    });
  }

  void Metadata(const check::Trail& schema) {
    if (schema.value->kind == Kind::kMapping && TextAt(schema, "type") != "object" &&
        !HasGap(*schema.value)) {
      const std::optional<check::Trail> type = At(schema, "type");
      Tell(emit_, type ? *type : schema, kMetadataType).Emit();
    }
    if (const std::optional<check::Trail> properties = At(schema, "properties")) {
      ForEachEntry(*properties, [&](const check::Trail& property) {
        if (!IsAny(property.key->raw, {"name", "generateName"})) {
          TellKey(emit_, property, kMetadata).Emit();
        }
      });
    }
  }

  void Assertions(const check::Trail& schema, bool is_int_or_string) {
    for (const Text keyword : {Text("allOf"), Text("anyOf"), Text("oneOf")}) {
      // The one place where types may be said again: an integer or a string.
      const bool may_type = is_int_or_string && keyword == "anyOf";
      ForEachItemOf(schema, keyword, [&](const check::Trail& item) {
        Assertion(item, may_type, is_int_or_string && keyword == "allOf");
      });
    }
    if (const std::optional<check::Trail> none = At(schema, "not")) {
      Assertion(*none, false, false);
    }
  }

  void Assertion(const check::Trail& schema, bool may_type, bool of_int_or_string) {
    NeedStack();
    if (schema.value->kind != Kind::kMapping) {
      return;
    }
    Common(schema);
    for (const Text keyword : kStructure) {
      const std::optional<check::Trail> found = At(schema, keyword);
      const bool is_false = found && found->value->kind == Kind::kBool && !found->value->boolean;
      if (found && !is_false && !(may_type && keyword == "type") &&
          !(found->value->kind == Kind::kString && found->value->raw.empty())) {
        TellKey(emit_, *found, kInAssertion, keyword).Emit();
      }
    }
    if (const std::optional<check::Trail> properties = At(schema, "properties")) {
      ForEachEntry(*properties, [&](const check::Trail& property) { Assertion(property, false, false); });
    }
    if (const std::optional<check::Trail> items = At(schema, "items")) {
      Assertion(*items, false, false);
    }
    Assertions(schema, of_int_or_string);
  }

  const Limits& limits_;
  diag::Emitter& emit_;
};

}  // namespace

bool IsRefusedKeyword(Text keyword) {
  return std::find(std::begin(kRefused), std::end(kRefused), keyword) != std::end(kRefused);
}

void CheckStructural(const check::Trail& schema, const Limits& limits, diag::Emitter& emit) {
  Structure(limits, emit).Node(schema, true);
}

}  // namespace kval::kubernetes
