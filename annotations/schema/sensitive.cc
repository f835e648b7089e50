#include "annotations/bind.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"

namespace kval::annotations {
namespace {

void ApplySensitiveAnnotation(const BoundAnnotation& /*bound*/, SchemaContext& /*context*/,
                              SchemaAnnotations& facts) {
  facts.doc.sensitive = true;
}

}  // namespace

constinit const Spec kSchemaSensitive{
    "schema/sensitive",
    kMapItem,
    {},
    "the value is secret: no finding shows it",
    "Findings show `<redacted>` for the values of keys with this name and for all values below them, in "
    "every "
    "file and output format. Without the annotation kval redacts by key name (`password`), by pair "
    "(`name: DB_PASSWORD` next to `value`) and by well-known formats.",
    "#@schema/sensitive\ndsn: \"\"",
    "kval",
    ApplySensitiveAnnotation,
};

}  // namespace kval::annotations
