#include <algorithm>
#include <vector>

#include "annotations/annotation.h"
#include "annotations/data/specs.h"
#include "annotations/overlay_specs.h"
#include "annotations/schema/specs.h"
#include "src/support/edit_distance.h"

namespace kval::annotations {
namespace {

// Sorted by name.
const Spec* const kAll[] = {
    &kAssertValidate,
    &kDataValues,
    &kDataValuesSchema,
    &kLibraryRef,
    &kOverlayAppend,
    &kOverlayAssert,
    &kOverlayInsert,
    &kOverlayMatch,
    &kOverlayMatchChildDefaults,
    &kOverlayMerge,
    &kOverlayRemove,
    &kOverlayReplace,
    &kSchemaAnyKey,
    &kSchemaDefault,
    &kSchemaDefinition,
    &kSchemaDeprecated,
    &kSchemaDesc,
    &kSchemaDoc,
    &kSchemaExample,
    &kSchemaExamples,
    &kSchemaKey,
    &kSchemaNullable,
    &kSchemaRemoved,
    &kSchemaSensitive,
    &kSchemaTitle,
    &kSchemaType,
    &kSchemaValidate,
    &kSchemaValidation,
    &kTemplateCode,
    &kTemplateValue,
    &kYamlMapKeyOverride,
    &kYamlTextTemplatedStrings,
};

}  // namespace

std::string At(const Spec& spec) {
  return "@" + std::string(spec.name);
}

std::span<const Spec* const> All() {
  return kAll;
}

const Spec* Find(std::string_view name) {
  const auto found = std::lower_bound(std::begin(kAll), std::end(kAll), name,
                                      [](const Spec* spec, std::string_view n) { return spec->name < n; });
  return found != std::end(kAll) && (*found)->name == name ? *found : nullptr;
}

std::string_view NearestName(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Spec* spec : kAll) {
    names.push_back(spec->name);
  }
  return Nearest(name, names);
}

}  // namespace kval::annotations
