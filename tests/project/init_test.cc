// `kval init`: three commands from an unknown chart to the first useful finding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kChart = "apiVersion: v2\nname: shop\nversion: 0.1.0\n";

TEST(Init, FromAChartToTheFirstFinding) {
  Workplace place;
  place.File("shop/Chart.yaml", kChart)
      .File("shop/values.yaml", "# How many pods run.\nreplicas: 2\nimage:\n  tag: \"1.4\"\n")
      .File("shop/values-prod.yaml", "replicas: 5\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0) << init.out << init.err;
  EXPECT_THAT(init.out, HasSubstr("wrote shop/values.schema.yml\nwrote .kval.yaml\n"));
  EXPECT_THAT(place.Text("shop/values.schema.yml"), HasSubstr("How many pods run."));
  const Ended green = place.Run("kval");
  EXPECT_EQ(green.status, 0) << green.out;
  EXPECT_THAT(place.Run("kval check --list").out, HasSubstr("shop (env=prod)"));
  place.File("shop/values-prod.yaml", "replica: 5\n");
  const Ended red = place.Run("kval");
  EXPECT_EQ(red.status, 1);
  EXPECT_THAT(red.out, HasSubstr("did you mean `replicas`?"));
}

TEST(Init, WhatIsMisspeltInAnEnvironmentIsNoPartOfTheSchema) {
  Workplace place;
  place.File("shop/Chart.yaml", kChart)
      .File("shop/values.yaml", "replicas: 2\nimage:\n  tag: \"1.4\"\n")
      .File("shop/values-prod.yaml", "image:\n  tga: \"1.5\"\n")
      .File("shop/values-test.yaml", "replicas: many\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0) << init.out << init.err;
  EXPECT_THAT(init.err, HasSubstr("note: shop/values-prod.yaml:2: key `tga` is not declared in the schema "
                                  "(did you mean `tag`?): fix it, or shop/values.schema.yml\n"));
  EXPECT_THAT(init.err, HasSubstr("note: shop/values-test.yaml:1: expected integer, found string"));
  EXPECT_EQ(place.Text("shop/values.schema.yml").find("tga"), std::string::npos);
  EXPECT_THAT(place.Text(".kval.yaml"), HasSubstr("  chart: shop\n  values: \"shop/values-{env}.yaml\"\n"));
  const Ended red = place.Run("kval -o concise");
  EXPECT_EQ(red.status, 1);
  EXPECT_THAT(red.out, HasSubstr("shop/values-prod.yaml:2:3: error[KV300] image.tga"));
  EXPECT_THAT(red.out, HasSubstr("shop/values-test.yaml:1:11: error[KV301] replicas"));
}

TEST(Init, KeysThatAChartTakesBesideItsDefaults) {
  Workplace place;
  place
      .File("Chart.yaml",
            "apiVersion: v2\nname: p\nversion: 1.0.0\ndependencies:\n- {name: csc, alias: ataos, version: "
            "1.0.0, "
            "repository: \"file://../csc\"}\n- {name: redis, version: 1.0.0, repository: "
            "\"https://example.com\", "
            "condition: cache.enabled}\n")
      .File("values.yaml",
            "image: a\nservice:\n  type: ClusterIP\n  # nodePort: 30080\nlabels: {a: b}\nlimits:\n  cpu: "
            "\"1\"\n")
      .File("templates/a.yaml",
            "x: {{ .Values.color }}\n{{ with .Values.extra }}{{ .size }}{{ end }}\n"
            "{{ toYaml .Values.limits }}{{ .Values.service.type }}\n")
      .File("values-prod.yaml",
            "image: b\nataos: {x: 1}\nredis: {z: 1}\ncache: {enabled: true}\nglobal: {z: 1}\ncolor: red\n"
            "extra: {size: 1}\nx-anchor: &a {b: 1}\n_hidden: *a\nsops: {mac: x}\nlabels: {c: d}\n"
            "service: {nodePort: 1}\nlimits: {cpu: 1, memory: 1Gi}\n")
      .File("values-test.yaml", "colour: red\nservice: {typ: NodePort}\n");
  EXPECT_EQ(place.Run("kval init").status, 0);
  const Ended checked = place.Run("kval -o concise");
  EXPECT_EQ(checked.status, 1) << checked.out << checked.err;
  EXPECT_EQ(checked.out.find("values-prod.yaml"), std::string::npos) << checked.out;
  EXPECT_THAT(checked.out, HasSubstr("values-test.yaml:1:1: error[KV305] colour"));
  EXPECT_THAT(checked.out, HasSubstr("values-test.yaml:2:11: error[KV300] service.typ"));
}

TEST(Init, GoesOnAfterAFileThatItCannotUse) {
  Workplace place;
  place.File("a/Chart.yaml", kChart)
      .File("a/values.yaml", "m: {x: 1}\nk: 2\nm: {x: 2}\n")
      .File("b/Chart.yaml", kChart)
      .File("b/values.yaml", "z: [1\n")
      .File("c/Chart.yaml", kChart)
      .File("c/values.yaml", "z: 1\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0) << init.out << init.err;
  EXPECT_THAT(init.err, HasSubstr("a/values.yaml:3: "));
  EXPECT_THAT(init.err, HasSubstr("b/values.yaml:"));
  EXPECT_THAT(init.err, HasSubstr("`b` is left out"));
  EXPECT_THAT(init.out, HasSubstr("wrote a/values.schema.yml\nwrote c/values.schema.yml\n"));
  EXPECT_EQ(place.Run("kval").status, 0);
  EXPECT_THAT(place.Run("kval check --list").out, HasSubstr("not covered\n"));
  EXPECT_THAT(place.Run("kval check --list").out, HasSubstr("  file    b/values.yaml\n"));
}

TEST(Init, LeavesOutASetWhoseSchemaCannotBeUsed) {
  Workplace place;
  place.File("app/values.schema.json", "{\"$ref\": \"https://example.com/x.json\"}")
      .File("app/values.yaml", "a: 1\n")
      .File("k8s/a.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 1}]}\n")
      .File("k8s/b.yaml", "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0) << init.out << init.err;
  EXPECT_THAT(init.err, HasSubstr("`app` is left out"));
  EXPECT_THAT(place.Text(".kval.yaml"), HasSubstr("  ignore-kinds:\n  - example.com/v1/Widget\n"));
  const Ended checked = place.Run("kval");
  EXPECT_EQ(checked.status, 0) << checked.out;
}

TEST(Init, SubchartsNeedNoPlaceInTheSchema) {
  Workplace place;
  place
      .File("Chart.yaml",
            "apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n- name: db\n  version: 1.0.0\n")
      .File("values.yaml", "replicas: 2\n")
      .File("charts/db/Chart.yaml", "apiVersion: v2\nname: db\nversion: 1.0.0\n")
      .File("charts/db/values.yaml", "port: 5432\nglobal: {}\n")
      .File("envs/prod.yaml", "replicas: 3\n")
      .File("templates/a.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {replicas: \"{{ .Values.replicas "
            "}}\"}\n");
  EXPECT_EQ(place.Run("kval init").status, 0);
  const Ended run = place.Run("kval");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  // The chart is the whole project, so every file concerns it.
  EXPECT_THAT(place.Run("kval check --list templates/a.yaml").out, HasSubstr("values (env=prod)"));
}

TEST(Init, ReportsUnusableCharts) {
  Workplace place;
  place.File("shop/Chart.yaml", "name: shop\n").File("shop/values.yaml", "replicas: 2\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0) << init.err;
  EXPECT_THAT(init.err, HasSubstr("note: shop: Helm refuses the chart: "));
  EXPECT_NE(place.Run("kval helm shop").status, 0);
  // kval still checks the values of the chart.
  EXPECT_THAT(place.Text(".kval.yaml"), HasSubstr("  #   chart: shop\n"));
  EXPECT_EQ(place.Run("kval").status, 0);
  place.File("shop/values.yaml", "replicas: x\n");
  EXPECT_EQ(place.Run("kval").status, 1);
}

TEST(Init, ReportsOpenSchemasOnce) {
  Workplace place;
  place.File("shop/Chart.yaml", kChart).File("shop/values.yaml", "a: {}\nb: []\nc:\nd: {}\n");
  EXPECT_THAT(place.Run("kval init").err,
              HasSubstr("note: shop/values.schema.yml: 4 keys are `{}`, `[]` or null in all samples"));
}

TEST(Init, ChecksChartsWithoutValuesWithoutASchema) {
  Workplace place;
  place.File("empty/Chart.yaml", kChart).File("empty/values.yaml", "# none\n");
  place.File("shop/Chart.yaml", kChart).File("shop/values.yaml", "a: 1\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0);
  EXPECT_THAT(
      init.err,
      HasSubstr(
          "note: empty/values.yaml contains no values to infer a schema from: `empty` has no schema\n"));
  EXPECT_THAT(place.Text(".kval.yaml"), HasSubstr("  chart: empty\n"));
}

TEST(Init, TakesNoTemplatesForValues) {
  Workplace place;
  place.File("config/schema.yaml", "#@data/values-schema\n---\nname: \"\"\n")
      .File("config/overlays/deployment.yaml", "#@ load(\"@ytt:overlay\", \"overlay\")\n---\nname: x\n")
      .File("test/secret.yaml",
            "kind: Secret\nstringData:\n  a.yml: |\n    #@data/values-schema\n    ---\n    b: 1\n");
  EXPECT_EQ(place.Run("kval init").status, 0);
  EXPECT_THAT(place.Text(".kval.yaml"), Not(HasSubstr("overlays")));
  EXPECT_THAT(place.Text(".kval.yaml"), Not(HasSubstr("secret")));
  const Ended green = place.Run("kval");
  EXPECT_EQ(green.status, 0) << green.out;
}

TEST(Init, ManifestsAreCheckedByTheDefinitionsOfCharts) {
  Workplace place;
  place.File(
      "shop/crds/widgets.yaml",
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
      "metadata: {name: widgets.e.org}\nspec:\n  group: e.org\n  scope: Namespaced\n"
      "  names: {kind: Widget, plural: widgets}\n  versions:\n"
      "  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties:\n"
      "      {spec: {type: object, properties: {size: {type: integer}}}}}}}\n");
  place.File("shop/Chart.yaml", kChart).File("shop/values.yaml", "replicas: 2\n");
  place.File("deploy/w.yaml", "apiVersion: e.org/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: x}\n");
  EXPECT_EQ(place.Run("kval init").status, 0);
  EXPECT_THAT(place.Text(".kval.yaml"), HasSubstr("  crds:\n  - shop/crds\n"));
  EXPECT_THAT(place.Run("kval -o concise").out, HasSubstr("deploy/w.yaml:4:14: error[KV301] spec.size"));
}

TEST(Init, ManifestsAreCheckedFromThenOn) {
  Workplace place;
  place.File("shop/Chart.yaml", kChart)
      .File("shop/values.yaml", "replicas: 2\n")
      .File("shop/templates/a.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\n")
      .File("deploy/base/web.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {b: 1}\n")
      .File("deploy/kustomization.yaml", "resources: [base/web.yaml]\n")
      .File("deploy/crd.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n")
      .File("mkdocs.yaml", "site_name: x\n");
  const Ended init = place.Run("kval init");
  EXPECT_EQ(init.status, 0) << init.err;
  EXPECT_EQ(init.err.find("defines custom resources"), std::string::npos) << init.err;
  EXPECT_THAT(place.Text(".kval.yaml"), HasSubstr("- name: shop\n  chart: shop\n"
                                                  "kubernetes:\n- files:\n  - \"deploy/**/*.yaml\"\n"));
  const Ended red = place.Run("kval -o concise");
  EXPECT_EQ(red.status, 1);
  EXPECT_THAT(red.out, HasSubstr("deploy/base/web.yaml:4:11: error[KV301] data.b"));
}

TEST(Init, WritesNothingOverAProjectNorForADryRun) {
  Workplace place;
  place.File("Chart.yaml", kChart).File("values.yaml", "a: 1\n");
  const Ended dry = place.Run("kval init -n");
  EXPECT_THAT(dry.out, HasSubstr("would write .kval.yaml"));
  EXPECT_EQ(place.Text(".kval.yaml"), "(none)");
  place.File(".kval.yaml", "mine\n");
  EXPECT_EQ(place.Run("kval init").status, 2);
  EXPECT_EQ(place.Text(".kval.yaml"), "mine\n");
}

TEST(Init, ReportsWhenNothingIsFound) {
  Workplace place;
  place.File("readme.yml", "a: 1\n");
  EXPECT_THAT(place.Run("kval init").err, HasSubstr("no chart, schema"));
}

TEST(Infer, TakesDirectories) {
  Workplace place;
  place.File("samples/a.yml", "a: 1\n").File("samples/b/c.yaml", "b: x\n");
  const Ended ended = place.Run("kval schema infer samples");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("a: 1"));
  EXPECT_THAT(ended.out, HasSubstr("b: x"));
}

}  // namespace
}  // namespace kval::cli
