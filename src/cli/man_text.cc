#include "src/cli/man_text.h"

namespace kval::cli {
namespace {

constexpr ManExample kProgram[] = {
    {"kval init", "writes a first project file: charts, environments, schemas and manifests that are there"},
    {"kval", "checks all that the project file declares"},
    {"kval -f schema.yml -f values.yml", "checks values against a schema"},
    {"kval explain KV301", "what a finding means and what to do"},
};
constexpr ManExample kCheck[] = {
    {"kval check -f schema.yml -f values.yml -f prod.yml --set replicas=3",
     "merges values in their order and checks them"},
    {"kval check --each -f schema.yml apps/*.yml", "judges every document on its own"},
    {"kval check envs/prod.yml", "checks what this file concerns, as the project file has it"},
    {"kval check --fix", "repairs what is certain to be right"},
    {"kval check -o sarif:out.sarif", "writes findings for machines, too"},
};
constexpr ManExample kValues[] = {
    {"kval values -f schema.yml -f values.yml -o json", "the final values as JSON"},
};
constexpr ManExample kHelm[] = {
    {"kval helm ./chart -f prod.yaml --set image.tag=1.2.3", "the values of one release"},
    {"kval helm ./chart --infer", "warns of keys that the chart mentions nowhere"},
};
constexpr ManExample kK8s[] = {
    {"helm template ./chart | kval k8s -", "what a chart makes"},
    {"kval k8s manifests --k8s-version 1.31 --crds crds", "a folder, with definitions of custom resources"},
};
constexpr ManExample kVet[] = {
    {"kval vet data.yaml schema.k -s Server", "judges data by a KCL schema"},
};
constexpr ManExample kInfer[] = {
    {"kval schema infer values.yaml prod.yaml -o schema.yml", "a schema that both files fit"},
    {"kval schema infer --to json-schema chart/values.yaml -o chart/values.schema.json",
     "the schema that Helm itself asks"},
};
constexpr ManExample kConvert[] = {
    {"kval schema convert -f schema.yml --to json-schema", "annotated YAML as a JSON Schema"},
};
constexpr ManExample kInit[] = {
    {"kval init", "then `kval` checks what it found"},
};

constexpr ManText kTexts[] = {
    {"",
     "Says exactly what is wrong and where: line and column in the values and in the schema. Without a "
     "command it is kval check; without anything it checks what the project file declares.",
     kProgram},
    {"check",
     "Merges schemas' defaults, files and flags in their order and checks the result: shape, types, rules. "
     "What each file is for is told by its content. Without files it checks the sets of the project file; "
     "with paths alone those sets that the paths concern. Nothing checked is never success.",
     kCheck},
    {"values", "Prints what check checks.", kValues},
    {"helm",
     "Computes the values of a release as Helm does, those of subcharts and their conditions included, and "
     "judges them by every schema in the chart's tree.",
     kHelm},
    {"k8s",
     "Judges manifests by Kubernetes' own types of the versions that are asked for, by the definitions of "
     "custom resources that are given or among them, and by the rules of both. Nothing is fetched.",
     kK8s},
    {"vet", "Says whether data is valid as `kcl vet` does, and where it is not.", kVet},
    {"schema infer",
     "Unites samples: what one of them lacks is optional, differing kinds become a union. What follows a "
     "chart's "
     "own values.yaml is laid over it, so that only what it adds is optional. A map that is empty in the "
     "first "
     "sample takes any key. Comments become descriptions; secrets are not copied.",
     kInfer},
    {"schema convert", "What the other language cannot say is reported.", kConvert},
    {"init",
     "Looks for charts, files of values by environment, schemas, KCL modules and definitions of custom "
     "resources, and declares what it finds. Files that are there are left alone.",
     kInit},
};

}  // namespace

const ManText* ManTextOf(std::string_view command) {
  for (const ManText& text : kTexts) {
    if (text.command == command) {
      return &text;
    }
  }
  return nullptr;
}

}  // namespace kval::cli
