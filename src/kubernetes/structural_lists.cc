#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/structural.h"
#include "src/kubernetes/tell.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

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
constexpr diag::Def<Text, Text> kNeedsType{diag::Kind::kBadCrd, "`{}` is for the type {} only"};
constexpr diag::Def<Text, Text, Text> kNoSuch{diag::Kind::kBadCrd, "`{}` cannot be `{}`: it is one of {}"};
constexpr diag::Def<Text> kKeyTwice{diag::Kind::kBadCrd, "the key `{}` is there already"};
constexpr diag::Def<Text> kNullKey{diag::Kind::kBadCrd, "`{}` is a key of the list: it cannot be null"};
constexpr diag::Def<> kNullItems{diag::Kind::kBadCrd, "the items of a list of the type map cannot be null"};

bool IsAny(Text word, std::initializer_list<Text> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

source::Span SpanOfKey(const check::Trail& at) {
  return at.key != nullptr ? at.key->span : at.value->span;
}

void Keys(const check::Trail& type, const std::optional<check::Trail>& keys,
          const std::optional<check::Trail>& items, diag::Emitter& emit) {
  if (!keys || (keys->value->kind == Kind::kSequence && keys->value->items().empty())) {
    Tell(emit, type, kNoKeys).Emit();
    return;
  }
  if (items && TextAt(*items, "type") != "object") {
    Tell(emit, type, kNoMaps).Emit();
    return;
  }
  if (const std::optional<check::Trail> nullable = items ? At(*items, "nullable") : std::nullopt;
      IsTrue(nullable)) {
    TellKey(emit, *nullable, kNullItems).Emit();
  }
  TextMap<Text, source::Span> seen;
  ForEachItem(*keys, [&](const check::Trail& key) {
    const auto [first, is_new] = seen.emplace(TextOf(key), key.value->span);
    if (!is_new) {
      Tell(emit, key, kKeyTwice, TextOf(key)).Related(first->second, "the first one").Emit();
      return;
    }
    const std::optional<check::Trail> properties = items ? At(*items, "properties") : std::nullopt;
    const std::optional<check::Trail> property = properties ? At(*properties, TextOf(key)) : std::nullopt;
    if (!property) {
      Tell(emit, key, kNoSuchKey, TextOf(key))
          .Related(SpanOfKey(properties ? *properties : type), "what there is")
          .Emit();
      return;
    }
    bool is_required = At(*property, "default").has_value();
    ForEachItemOf(*items, "required", [&](const check::Trail& name) {
      is_required = is_required || TextOf(name) == TextOf(key);
    });
    if (!is_required) {
      Tell(emit, key, kOptionalKey, TextOf(key)).Related(SpanOfKey(*property), "its schema").Emit();
    } else if (IsAny(TextAt(*property, "type"), {"object", "array"})) {
      Tell(emit, key, kComplexKey, TextOf(key)).Emit();
    }
    if (const std::optional<check::Trail> nullable = At(*property, "nullable"); IsTrue(nullable)) {
      TellKey(emit, *nullable, kNullKey, TextOf(key)).Emit();
    }
  });
}

}  // namespace

void CheckListType(const check::Trail& schema, diag::Emitter& emit) {
  const std::optional<check::Trail> type = At(schema, "x-kubernetes-list-type");
  const std::optional<check::Trail> keys = At(schema, "x-kubernetes-list-map-keys");
  const Text text = type ? TextOf(*type) : Text();
  if (keys && text != "map") {
    TellKey(emit, *keys, kKeysAlone).Emit();
  }
  if (!type) {
    return;
  }
  if (!IsAny(text, {"atomic", "set", "map"})) {
    Tell(emit, *type, kNoSuch, "x-kubernetes-list-type", text, "atomic, map and set").Emit();
    return;
  }
  if (TextAt(schema, "type") != "array") {
    const std::optional<check::Trail> of = At(schema, "type");
    TellKey(emit, *type, kNeedsType, "x-kubernetes-list-type", "array")
        .Related(of ? of->value->span : SpanOfKey(schema), "the type")
        .Emit();
    return;
  }
  const std::optional<check::Trail> items = At(schema, "items");
  if (text == "set" && items) {
    const Text item = TextAt(*items, "type");
    const bool is_atomic = item == "object"  ? TextAt(*items, "x-kubernetes-map-type") == "atomic"
                           : item == "array" ? IsAny(TextAt(*items, "x-kubernetes-list-type"), {"", "atomic"})
                                             : true;
    if (!is_atomic || IsTrue(At(*items, "nullable"))) {
      Tell(emit, *type, kSetOfMaps).Related(SpanOfKey(*items), "the items").Emit();
    }
  } else if (text == "map") {
    Keys(*type, keys, items, emit);
  }
}

}  // namespace kval::kubernetes
