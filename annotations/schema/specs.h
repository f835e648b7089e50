#pragma once

#include "annotations/annotation.h"

// The schema annotations, each defined and documented in a separate file.
namespace kval::annotations {

extern const Spec kSchemaAnyKey;
extern const Spec kSchemaDefault;
extern const Spec kSchemaDefinition;
extern const Spec kSchemaDeprecated;
extern const Spec kSchemaDesc;
extern const Spec kSchemaDoc;
extern const Spec kSchemaExample;
extern const Spec kSchemaExamples;
extern const Spec kSchemaKey;
extern const Spec kSchemaNullable;
extern const Spec kSchemaRemoved;
extern const Spec kSchemaSensitive;
extern const Spec kSchemaTitle;
extern const Spec kSchemaType;
extern const Spec kSchemaValidate;
extern const Spec kSchemaValidation;
extern const Spec kAssertValidate;

}  // namespace kval::annotations
