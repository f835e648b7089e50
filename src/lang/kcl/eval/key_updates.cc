#include "src/lang/kcl/eval/key_updates.h"

#include "src/lang/kcl/runtime/dict_builder.h"

namespace kval::kcl::eval {

using runtime::DictBuilder;
using runtime::Entry;
using runtime::Kind;

runtime::Value ApplyKeyUpdates(runtime::Runtime& runtime, const runtime::Value& base,
                               std::span<const KeyUpdate> changes) {
  DictBuilder builder(&runtime.heap(), base.fields());
  for (const KeyUpdate& change : changes) {
    if (change.removes || change.is_renewed) {
      builder.Remove(change.key);
    }
    if (!change.removes) {
      builder.Set(change.key, change.value, runtime::Operator::kOverride, change.place);
    }
  }
  if (base.is(Kind::kDict)) {
    return builder.BuildValue(base.span);
  }
  // An instance is evaluated anew with the attributes as part of its configuration.
  DictBuilder config(&runtime.heap());
  base.schema->ForEachKey([&](std::string_view given) {
    if (const Entry* entry = builder.Find(given)) {
      config.Set(given, entry->value, runtime::Operator::kOverride, entry->key_span);
    }
  });
  for (const KeyUpdate& change : changes) {
    if (!change.removes) {
      config.Set(change.key, change.value, runtime::Operator::kOverride, change.place);
    }
  }
  return runtime.Instantiate(*base.schema->type, *config.Build(), ArgumentsOf(*base.schema)).At(base.span);
}

}  // namespace kval::kcl::eval
