#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/merge/annotation_names.h"
#include "src/templating/annotation_names.h"

namespace kval::annotations {
namespace {

constexpr ParamSpec kAfter[] = {
    {"after_library_module", "", kBool, false, false,
     "with library/ref: apply after the values that code passes to the library"},
};
constexpr ParamSpec kDefinition[] = {
    {"data_values", "", kBool, false, false, "True: the schema is for data values"},
    {"name", "", kString, false, false, "\"data/values\": the schema is for data values"},
};
constexpr ParamSpec kReference[] = {
    {"", "the library's name", kString, true, false, "\"@name\", \"@name~alias\", \"@parent@child\""},
};
constexpr ParamSpec kCode[] = {{"", "code", kAnyValue, false, true, "Starlark"}};

}  // namespace

constinit const Spec kDataValues{merge::kDataValuesAnnotation,
                                 kDocument,
                                 kAfter,
                                 "makes a document a layer of data values",
                                 "",
                                 "#@data/values\n---\nreplicas: 2",
                                 "ytt docs: data values",
                                 nullptr};

constinit const Spec kDataValuesSchema{"data/values-schema",
                                       kDocument,
                                       {},
                                       "makes a document a schema of the data values, as defined by ytt",
                                       "",
                                       "#@data/values-schema\n---\nreplicas: 1",
                                       "ytt docs: data values schema",
                                       nullptr};

constinit const Spec kSchemaDefinition{
    "schema/definition",
    kDocument,
    kDefinition,
    "makes a document a schema of the data values, as defined by ytt's design proposal",
    "Strings must not be empty unless a rule says otherwise, null is an example value like any other, and "
    "unknown annotations are errors.",
    "#@schema/definition data_values=True\n---\nreplicas: 1",
    "ytt schema proposal, part 1",
    nullptr};

constinit const Spec kLibraryRef{"library/ref",
                                 kDocument,
                                 kReference,
                                 "addresses a document to a private library",
                                 "",
                                 "#@library/ref \"@app\"\n#@data/values\n---\nreplicas: 2",
                                 "ytt docs: libraries",
                                 nullptr};

constinit const Spec kTemplateCode{
    templating::kCodeAnnotation, kAnyNode, kCode,
    "long for `#@ code`",        "",       "#@template/code if data.values.debug:",
    "ytt docs: templating",      nullptr};

constinit const Spec kTemplateValue{
    templating::kValueAnnotation, kAnyNode, kCode,
    "long for `#@ value`",        "",       "name: #@template/value data.values.name",
    "ytt docs: templating",       nullptr};

constinit const Spec kYamlMapKeyOverride{templating::kKeyOverrideAnnotation,
                                         kMapItem,
                                         {},
                                         "allows a key to be repeated in its map; the last value is used",
                                         "",
                                         "#@yaml/map-key-override\nname: again",
                                         "ytt docs: templating",
                                         nullptr};

constinit const Spec kYamlTextTemplatedStrings{
    templating::kTextTemplatedAnnotation,
    kAnyNode,
    {},
    "templates `(@= … @)` in the strings below",
    "",
    "#@yaml/text-templated-strings\nname: app-(@= data.values.env @)",
    "ytt docs: text templates",
    nullptr};

}  // namespace kval::annotations
