#include "annotations/bind.h"
#include "annotations/schema/facts.h"
#include "annotations/schema/specs.h"

namespace kval::annotations {
namespace {

void Apply(const Bound& /*bound*/, SchemaContext& /*context*/, SchemaFacts& facts) {
  facts.doc.sensitive = true;
}

}  // namespace

constinit const Spec kSchemaSensitive{
    "schema/sensitive",
    kMapItem,
    {},
    "the value is secret: no finding shows it",
    "What a finding shows of a key of that name is `<redacted>`, in every file of the run and in every "
    "output format, "
    "and so is all that stands below it. Without the annotation kval goes by names (`password`), by pairs "
    "(`name: DB_PASSWORD` beside `value`) and by well-known shapes; nothing else is guessed.",
    "#@schema/sensitive\ndsn: \"\"",
    "kval",
    Apply,
};

}  // namespace kval::annotations
