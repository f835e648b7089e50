#pragma once

#include "annotations/annotation.h"

// Annotations that define the role of a document. They have no effect inside a schema.
namespace kval::annotations {

extern const Spec kDataValues;
extern const Spec kDataValuesSchema;
extern const Spec kLibraryRef;
extern const Spec kTemplateCode;
extern const Spec kTemplateValue;
extern const Spec kYamlMapKeyOverride;
extern const Spec kYamlTextTemplatedStrings;

}  // namespace kval::annotations
