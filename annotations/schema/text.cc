// The annotations that only hold a text: title, doc, desc, deprecated, removed.
#include <string>

#include "annotations/bind.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"

namespace kval::annotations {
namespace {

std::string TextOf(const BoundAnnotation& bound) {
  const templating::AnnotationArgument* argument = bound.Positional(0);
  return argument == nullptr ? std::string() : std::string(argument->value.text());
}

constexpr ParamSpec kTitle[] = {{"", "a title", kString, true, false, "a short name for people"}};
constexpr ParamSpec kDoc[] = {{"", "a text", kString, true, false, "description"}};
constexpr ParamSpec kNotice[] = {{"", "a notice", kString, true, false, "reason and alternative"}};
constexpr ParamSpec kRemedy[] = {{"", "a remedy", kString, true, false, "alternative"}};

}  // namespace

constinit const Spec kSchemaTitle{"schema/title",
                                  kAnyNode,
                                  kTitle,
                                  "names a node for people",
                                  "",
                                  "#@schema/title \"Account password\"\npassword: \"\"",
                                  "ytt schema proposal, part 6",
                                  [](const BoundAnnotation& bound, SchemaContext&, SchemaAnnotations& facts) {
                                    facts.doc.title = TextOf(bound);
                                  }};

constinit const Spec kSchemaDoc{"schema/doc",
                                kAnyNode,
                                kDoc,
                                "describes a node",
                                "The proposal's name of `@schema/desc`.",
                                "#@schema/doc \"the password of the administrator\"\npassword: \"\"",
                                "ytt schema proposal, part 6",
                                [](const BoundAnnotation& bound, SchemaContext&, SchemaAnnotations& facts) {
                                  facts.doc.text = TextOf(bound);
                                }};

constinit const Spec kSchemaDesc{"schema/desc",
                                 kAnyNode,
                                 kDoc,
                                 "describes a node",
                                 "",
                                 "#@schema/desc \"the password of the administrator\"\npassword: \"\"",
                                 "ytt pkg/schema/annotations.go",
                                 [](const BoundAnnotation& bound, SchemaContext&, SchemaAnnotations& facts) {
                                   facts.doc.text = TextOf(bound);
                                 }};

constinit const Spec kSchemaDeprecated{
    "schema/deprecated",
    kMapItem | kArrayItem,
    kNotice,
    "warns users who set the node",
    "",
    "#@schema/deprecated \"use `replicas`\"\nscale: 1",
    "ytt schema proposal, part 6",
    [](const BoundAnnotation& bound, SchemaContext&, SchemaAnnotations& facts) {
      facts.doc.deprecated = TextOf(bound);
    }};

constinit const Spec kSchemaRemoved{
    "schema/removed",
    kMapItem | kArrayItem,
    kRemedy,
    "refuses a value for the node, with a remedy",
    "",
    "#@schema/removed \"set `load_balancer` to null to disable it\"\nenable: true",
    "ytt schema proposal, part 6",
    [](const BoundAnnotation& bound, SchemaContext&, SchemaAnnotations& facts) {
      facts.doc.removed = TextOf(bound);
    }};

}  // namespace kval::annotations
