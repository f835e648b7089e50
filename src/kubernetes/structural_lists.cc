#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/structural.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kNoKeys{diag::Kind::kBadCrd,
                              "a list of type map requires `x-kubernetes-list-map-keys`"};
constexpr diag::Def<> kKeysAlone{diag::Kind::kBadCrd,
                                 "`x-kubernetes-list-map-keys` are for `x-kubernetes-list-type: map` only"};
constexpr diag::Def<> kNoMaps{diag::Kind::kBadCrd, "the items of a list of the type map must be objects"};
constexpr diag::Def<Text> kNoSuchKey{diag::Kind::kBadCrd, "`{}` is not a property of the items"};
constexpr diag::Def<Text> kOptionalKey{diag::Kind::kBadCrd,
                                       "the key `{}` must be required, or have a default"};
constexpr diag::Def<Text> kComplexKey{diag::Kind::kBadCrd, "the key `{}` must be a scalar"};
constexpr diag::Def<> kSetOfMaps{diag::Kind::kBadCrd, "the items of a set must be scalars or atomic"};
constexpr diag::Def<Text, Text> kNeedsType{diag::Kind::kBadCrd, "`{}` is for the type {} only"};
constexpr diag::Def<Text, Text, Text> kNoSuch{diag::Kind::kBadCrd, "`{}` cannot be `{}`: it is one of {}"};
constexpr diag::Def<Text> kKeyTwice{diag::Kind::kBadCrd, "the key `{}` is there already"};
constexpr diag::Def<Text> kNullKey{diag::Kind::kBadCrd, "`{}` is a key of the list: it cannot be null"};
constexpr diag::Def<Text> kNullItems{diag::Kind::kBadCrd,
                                     "the items of a list of the type {} cannot be null"};

bool IsAny(Text word, std::initializer_list<Text> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

source::Span SpanOfKey(const check::ValueCursor& at) {
  return at.key != nullptr ? at.key->span : at.value->span;
}

void Keys(const check::ValueCursor& schema, const check::ValueCursor& type,
          const std::optional<check::ValueCursor>& keys, const std::optional<check::ValueCursor>& items,
          diag::Emitter& emit) {
  if (!keys || (keys->value->kind == Kind::kSequence && keys->value->items().empty())) {
    if (keys) {
      ReportAt(emit, *keys, kNoKeys).Emit();
    } else {
      ReportMissing(emit, schema, "x-kubernetes-list-map-keys", kNoKeys)
          .Related(type.value->span, "which is here")
          .Emit();
    }
    return;
  }
  if (items && GetStringField(*items, "type") != "object") {
    ReportAt(emit, type, kNoMaps).Emit();
    return;
  }
  if (const std::optional<check::ValueCursor> nullable = items ? At(*items, "nullable") : std::nullopt;
      IsTrue(nullable)) {
    ReportAtKey(emit, *nullable, kNullItems, "map").Emit();
  }
  TextMap<Text, source::Span> seen;
  ForEachItem(*keys, [&](const check::ValueCursor& key) {
    const auto [first, is_new] = seen.emplace(TextOf(key), key.value->span);
    if (!is_new) {
      ReportAt(emit, key, kKeyTwice, TextOf(key)).Related(first->second, "the first one").Emit();
      return;
    }
    const std::optional<check::ValueCursor> properties = items ? At(*items, "properties") : std::nullopt;
    const std::optional<check::ValueCursor> property =
        properties ? At(*properties, TextOf(key)) : std::nullopt;
    if (!property) {
      ReportAt(emit, key, kNoSuchKey, TextOf(key))
          .Related(SpanOfKey(properties ? *properties : type), "existing values")
          .Emit();
      return;
    }
    bool is_required = At(*property, "default").has_value();
    ForEachItemOf(*items, "required", [&](const check::ValueCursor& name) {
      is_required = is_required || TextOf(name) == TextOf(key);
    });
    if (!is_required) {
      ReportMissing(emit, *property, "default", kOptionalKey, TextOf(key))
          .Related(key.value->span, "which is here")
          .Emit();
    } else if (IsAny(GetStringField(*property, "type"), {"object", "array"})) {
      ReportAt(emit, key, kComplexKey, TextOf(key)).Emit();
    }
    if (const std::optional<check::ValueCursor> nullable = At(*property, "nullable"); IsTrue(nullable)) {
      ReportAtKey(emit, *nullable, kNullKey, TextOf(key)).Emit();
    }
  });
}

}  // namespace

void ReportTypeRequired(const check::ValueCursor& schema, const check::ValueCursor& keyword, Text expected,
                        diag::Emitter& emit) {
  const std::optional<check::ValueCursor> type = At(schema, "type");
  const std::string name = check::KeyName(*keyword.key);
  (type ? ReportAt(emit, *type, kNeedsType, name, expected)
        : ReportMissing(emit, schema, "type", kNeedsType, name, expected))
      .Related(keyword.key->span, "which is here")
      .Emit();
}

void CheckListType(const check::ValueCursor& schema, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> type = At(schema, "x-kubernetes-list-type");
  const std::optional<check::ValueCursor> keys = At(schema, "x-kubernetes-list-map-keys");
  const Text text = type ? TextOf(*type) : Text();
  const bool has_keys = keys && !(keys->value->kind == Kind::kSequence && keys->value->items().empty());
  if (has_keys && text != "map") {
    ReportAtKey(emit, *keys, kKeysAlone).Emit();
  }
  if (!type) {
    return;
  }
  if (!IsAny(text, {"atomic", "set", "map"})) {
    ReportAt(emit, *type, kNoSuch, "x-kubernetes-list-type", text, "atomic, map and set").Emit();
    return;
  }
  if (GetStringField(schema, "type") != "array") {
    ReportTypeRequired(schema, *type, "array", emit);
    return;
  }
  const std::optional<check::ValueCursor> items = At(schema, "items");
  if (text == "set" && items) {
    const Text item = GetStringField(*items, "type");
    const bool is_atomic = item == "object" ? GetStringField(*items, "x-kubernetes-map-type") == "atomic"
                           : item == "array"
                               ? IsAny(GetStringField(*items, "x-kubernetes-list-type"), {"", "atomic"})
                               : true;
    const Text keyword = item == "object" ? "x-kubernetes-map-type" : "x-kubernetes-list-type";
    const std::optional<check::ValueCursor> own = At(*items, keyword);
    const std::optional<check::ValueCursor> nullable = At(*items, "nullable");
    if (!is_atomic) {
      (own ? ReportAt(emit, *own, kSetOfMaps) : ReportMissing(emit, *items, keyword, kSetOfMaps))
          .Related(type->value->span, "the items of this list")
          .Emit();
    } else if (IsTrue(nullable)) {
      ReportAtKey(emit, *nullable, kNullItems, text).Emit();
    }
  } else if (text == "map") {
    Keys(schema, *type, keys, items, emit);
  }
}

}  // namespace kval::kubernetes
