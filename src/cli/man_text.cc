#include "src/cli/man_text.h"

namespace kval::cli {
namespace {

constexpr ManExample kProgram[] = {
    {"kval init",
     "writes a project file for the charts, environments, schemas and manifests of the repository"},
    {"kval", "checks the project"},
    {"kval -f schema.yml -f values.yml", "checks values against a schema"},
    {"kval explain KV301", "explains a finding and how to fix it"},
};
constexpr ManExample kCheck[] = {
    {"kval check -f schema.yml -f values.yml -f prod.yml --set replicas=3",
     "merges values in order and checks them"},
    {"kval check --each -f schema.yml apps/*.yml", "validates every document separately"},
    {"kval check envs/prod.yml", "runs the checks of the project that this file belongs to"},
    {"kval check --fix", "applies safe fixes"},
    {"kval check -o sarif:out.sarif", "writes findings in a machine format too"},
};
constexpr ManExample kValues[] = {
    {"kval values -f schema.yml -f values.yml -o json", "prints the final values as JSON"},
};
constexpr ManExample kHelm[] = {
    {"kval helm ./chart -f prod.yaml --set image.tag=1.2.3", "validates the values of one release"},
    {"kval helm ./chart --infer", "warns about keys that the chart does not use"},
};
constexpr ManExample kK8s[] = {
    {"helm template ./chart | kval k8s -", "validates the output of a chart"},
    {"kval k8s manifests --k8s-version 1.31 --crds crds",
     "validates a directory, with definitions of custom resources"},
};
constexpr ManExample kK8sTest[] = {
    {"kval k8s test policies", "runs the tests in a directory"},
};
constexpr ManExample kVet[] = {
    {"kval vet data.yaml schema.k -s Server", "validates data against a KCL schema"},
};
constexpr ManExample kInfer[] = {
    {"kval schema infer values.yaml prod.yaml -o schema.yml", "writes a schema that matches both files"},
    {"kval schema infer --to json-schema chart/values.yaml -o chart/values.schema.json",
     "writes the schema that Helm uses"},
};
constexpr ManExample kConvert[] = {
    {"kval schema convert -f schema.yml --to json-schema", "converts annotated YAML to a JSON Schema"},
};
constexpr ManExample kInit[] = {
    {"kval init", "writes a project file; then `kval` checks the project"},
};

constexpr ManText kStrings[] = {
    {"",
     "Reports each error with its line and column in the values and in the schema. Without a command it runs "
     "kval check; without arguments it checks the project.",
     kProgram},
    {"check",
     "Merges the defaults of schemas, files and flags in order, and validates the result: keys, types and "
     "rules. The role of each file is detected by its content. Without files it checks all sets of the "
     "project file; with paths only the sets that the paths belong to. It never reports success if nothing "
     "was checked.",
     kCheck},
    {"values", "Prints the merged values that check validates.", kValues},
    {"helm",
     "Merges the values of a release like Helm, including subcharts and their conditions, and validates them "
     "against every schema of the chart and its subcharts.",
     kHelm},
    {"k8s",
     "Validates manifests against the types of the given Kubernetes versions, against "
     "CustomResourceDefinitions, and against the validation rules of both. Nothing is downloaded.",
     kK8s},
    {"k8s test",
     "A test names policies, resources and the findings or results that are expected. Each line is the "
     "comparison of one expectation with one resource. The exit code is 1 if a result is different, and 2 if "
     "a test cannot be read or nothing was evaluated. Policies that kval does not evaluate never count as "
     "passed.",
     kK8sTest},
    {"vet", "Validates data like `kcl vet`, with the location of each error.", kVet},
    {"schema infer",
     "Combines samples: a key missing from a sample is optional, and different types become a union. Files "
     "after a chart's own values.yaml override it, so only additional keys are optional. A map that is empty "
     "in the first sample accepts any key. Comments become descriptions; secrets are not copied.",
     kInfer},
    {"schema convert", "Parts of the schema that the other language cannot express are reported.", kConvert},
    {"init",
     "Finds charts, values files by environment, schemas, KCL modules and definitions of custom resources, "
     "and writes a project file for them. Existing files are not changed.",
     kInit},
};

}  // namespace

const ManText* FindManText(std::string_view command) {
  for (const ManText& text : kStrings) {
    if (text.command == command) {
      return &text;
    }
  }
  return nullptr;
}

}  // namespace kval::cli
