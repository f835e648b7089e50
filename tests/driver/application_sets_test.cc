#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/driver/releases/application_parameters.h"
#include "src/driver/releases/git_pathspec.h"
#include "src/source/file_reader.h"
#include "tests/driver/application_sets.h"

namespace kval::driver {
namespace {

// An ApplicationSet with `fields` of its spec, which generates Applications whose only field is `text`.
std::string SetOf(const std::string& fields, const std::string& text) {
  return "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: all}\nspec:\n" + fields +
         "  template: {text: '" + text + "'}\n";
}

GeneratedApplications Generate(const std::string& fields, const std::string& text) {
  source::MemoryFileReader reader;
  reader.Add(".git/HEAD", "");
  reader.Add("apps/My_App/Chart.yaml", "");
  reader.Add("apps/api/Chart.yaml", "");
  reader.Add(".hidden/x/keep", "");
  reader.Add("clusters/dev/config.json", R"({"env": "dev", "n": 1000000, "list": ["a", {"b": true}]})");
  reader.Add("clusters/prod/config.yaml", "- {env: prod}\n- {env: prod-2}\n");
  reader.Add("null/config.yaml", "env: {null: x}\n");
  reader.Add("set.yaml", SetOf(fields, text));
  return GenerateFrom("set.yaml", reader);
}

std::vector<std::string> TextsOf(const std::string& fields, const std::string& text) {
  std::vector<std::string> texts;
  for (const std::string& application : Generate(fields, text).applications) {
    const size_t begin = application.find(R"("text":")");
    texts.push_back(begin == std::string::npos
                        ? application
                        : application.substr(begin + 8, application.rfind('"') - begin - 8));
  }
  return texts;
}

using Texts = std::vector<std::string>;

constexpr const char* kDirectories =
    "  generators: [{git: {repoURL: x, directories: [{path: '*/*'}, {path: clusters/*, exclude: true}]}}]\n";
constexpr const char* kFiles =
    "  generators: [{git: {repoURL: x, files: [{path: 'clusters/*.json'}, {path: clusters/prod}]}}]\n";
const std::string kGo = "  goTemplate: true\n";

TEST(ApplicationSets, ParametersOfDirectories) {
  EXPECT_EQ(TextsOf(kDirectories, "{{path}} {{ path.basenameNormalized }} {{path[1]}} {{path.filename}}"),
            (Texts{"apps/My_App my-app My_App {{path.filename}}", "apps/api api api {{path.filename}}"}));
  EXPECT_EQ(
      TextsOf(kGo + kDirectories, "{{.path.path}} {{.path.basenameNormalized}} {{index .path.segments 1}}"),
      (Texts{"apps/My_App my-app My_App", "apps/api api api"}));
}

TEST(ApplicationSets, ParametersOfFiles) {
  EXPECT_EQ(TextsOf(kFiles, "{{env}} {{n}} {{list.1.b}} {{path.filename}} {{path[1]}}"),
            (Texts{"dev 1e+06 true config.json dev", "prod {{n}} {{list.1.b}} config.yaml prod",
                   "prod-2 {{n}} {{list.1.b}} config.yaml prod"}));
  EXPECT_EQ(TextsOf(kGo + kFiles, "{{.env}} {{.n}} {{.path.filename | normalize}}"),
            (Texts{"dev 1e+06 config.json", "prod <no value> config.yaml", "prod-2 <no value> config.yaml"}));
}

// As sigs.k8s.io/yaml.
TEST(ApplicationSets, NullKeysOfParametersAreRefused) {
  for (const std::string generator : {"{git: {repoURL: x, files: [{path: null/config.yaml}]}}",
                                      "{list: {elements: [], elementsYaml: '[{a: {~: b}}]'}}"}) {
    const GeneratedApplications refused = Generate(kGo + "  generators: [" + generator + "]\n", "x");
    EXPECT_TRUE(refused.applications.empty());
    ASSERT_EQ(refused.messages.size(), 1U);
    EXPECT_NE(refused.messages[0].find("a key of the parameters is null"), std::string::npos);
  }
}

TEST(ApplicationSets, MissingKeysOfGoTemplates) {
  const std::string list = "  generators: [{list: {elements: [{a: x}, {b: 'y'}]}}]\n";
  EXPECT_EQ(TextsOf(kGo + list, "{{.a}}"), (Texts{"x", "<no value>"}));
  const GeneratedApplications refused =
      Generate(kGo + "  goTemplateOptions: ['missingkey=error']\n" + list, "{{.a}}");
  EXPECT_EQ(refused.applications.size(), 1U);
  ASSERT_EQ(refused.messages.size(), 1U);
  EXPECT_NE(refused.messages[0].find("map has no entry for key \"a\""), std::string::npos);
}

TEST(ApplicationSets, Matrix) {
  const std::string matrix =
      "  generators: [{matrix: {generators: [{list: {elements: [{d: My_App}, {d: api, e: z}]}},"
      " {git: {repoURL: x, directories: [{path: 'apps/PARAMETER'}], values: {v: 'PARAMETER!'}}}]}}]\n";
  const auto with = [&](const std::string& parameter) {
    std::string text = matrix;
    for (size_t at = text.find("PARAMETER"); at != std::string::npos; at = text.find("PARAMETER")) {
      text.replace(at, 9, parameter);
    }
    return text;
  };
  EXPECT_EQ(TextsOf(with("{{d}}"), "{{path}} {{values.v}} {{e}}"),
            (Texts{"apps/My_App My_App! {{e}}", "apps/api api! z"}));
  EXPECT_EQ(TextsOf(kGo + with("{{.d}}"), "{{.path.path}} {{.values.v}} {{.e}}"),
            (Texts{"apps/My_App My_App! <no value>", "apps/api api! z"}));
}

TEST(ApplicationSets, Merge) {
  const std::string merge =
      "  generators: [{merge: {mergeKeys: [k], generators: [{list: {elements: [{k: a, v: '1'}, {k: b, v: "
      "'2'}]}},"
      " {list: {elements: [{k: b, v: '3'}, {k: c, v: '4'}]}}]}}]\n";
  EXPECT_EQ(TextsOf(merge, "{{k}}{{v}}"), (Texts{"a1", "b3"}));
  const GeneratedApplications refused = Generate(
      "  generators: [{merge: {mergeKeys: [x], generators: [{list: {elements: [{k: a}, {k: b}]}},"
      " {list: {elements: []}}]}}]\n",
      "{{k}}");
  EXPECT_TRUE(refused.applications.empty());
  ASSERT_EQ(refused.messages.size(), 1U);
  EXPECT_NE(refused.messages[0].find("were not unique"), std::string::npos);
}

TEST(ApplicationSets, SelectorsAndTemplatesOfGenerators) {
  EXPECT_EQ(TextsOf("  generators: [{list: {elements: [{k: a}, {k: b}, {}], template: {text: 'own {{k}}'}},"
                    " selector: {matchExpressions: [{key: k, operator: In, values: [b, c]}]}}]\n",
                    "{{k}}"),
            (Texts{"own b"}));
}

TEST(ApplicationSets, Patches) {
  const GeneratedApplications patched = Generate(
      "  templatePatch: |\n    text: null\n    a: {b: {{k}} }\n    spec: {project: other}\n"
      "  generators: [{list: {elements: [{k: '1'}]}}]\n",
      "{{k}}");
  ASSERT_EQ(patched.applications.size(), 1U);
  EXPECT_EQ(patched.applications[0], R"({"a":{"b":1},"spec":{"project":"other"}})");
}

TEST(ApplicationSets, UnknownParametersAreNotes) {
  const GeneratedApplications unknown =
      Generate("  generators: [{matrix: {generators: [{clusters: {}}, {list: {elements: [{k: a}]}}]}}]\n",
               "{{name}}-{{k}}");
  ASSERT_EQ(unknown.applications.size(), 1U);
  EXPECT_EQ(unknown.applications[0], R"(?{"text":"{{name}}-a"})");
  ASSERT_EQ(unknown.messages.size(), 1U);
  EXPECT_NE(unknown.messages[0].find("only Argo CD knows its parameters"), std::string::npos);
}

TEST(ApplicationSets, FunctionsOfHelmAreRefused) {
  const std::string list = "  generators: [{list: {elements: [{a: x y}]}}]\n";
  EXPECT_EQ(TextsOf(kGo + list, "{{.a | slugify}} {{toYaml .a}}"), (Texts{"x-y x y"}));
  EXPECT_TRUE(Generate(kGo + list, "{{required .a .a}}").applications.empty());
}

TEST(ApplicationSets, TemplatesShareALimitOfWork) {
  const GeneratedApplications refused =
      Generate(kGo + "  generators: [{list: {elements: [{a: 1}, {a: 2}]}}]\n",
               R"({{define "b"}}{{template "b"}}{{end}}{{if eq .a 1.0}}{{template "b"}}{{end}})");
  EXPECT_TRUE(refused.applications.empty());
}

TEST(ApplicationSets, RefusedElements) {
  const GeneratedApplications refused = Generate("  generators: [{list: {elements: [{k: 1}]}}]\n", "{{k}}");
  EXPECT_TRUE(refused.applications.empty());
  ASSERT_EQ(refused.messages.size(), 1U);
  EXPECT_NE(refused.messages[0].find("must be strings"), std::string::npos);
}

TEST(ApplicationParameters, Slug) {
  EXPECT_EQ(Slug("My App.One__two", 50, true), "my-app-one-two");
  EXPECT_EQ(Slug("feature-branch-name", 10, true), "feature");
  EXPECT_EQ(Slug("feature-branch-name", 10, false), "feature-br");
}

TEST(GitPathspec, MatchesSlashes) {
  EXPECT_TRUE(MatchPathspec("clusters/*.json", "clusters/a/b.json"));
  EXPECT_TRUE(MatchPathspec("./clusters/dev", "clusters/dev/x"));
  EXPECT_TRUE(MatchPathspec("c?usters/[!p]*", "clusters/dev/x"));
  EXPECT_FALSE(MatchPathspec("clusters/[!d]*", "clusters/dev/x"));
  EXPECT_FALSE(MatchPathspec("clusters/de", "clusters/dev/x"));
  EXPECT_TRUE(MatchPathspec("[[:alpha:]]*/x", "clusters/dev/x"));
}

}  // namespace
}  // namespace kval::driver
