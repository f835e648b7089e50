#include "src/driver/inputs/classify.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "src/driver/libraries/root_library.h"
#include "src/driver/session.h"

namespace kval::driver {
namespace {

constexpr const char* kSchema = "#@data/values-schema\n---\na: 1\n";
constexpr const char* kValues = "#@data/values\n---\na: 2\n";
constexpr const char* kPlain = "a: 3\n";
constexpr const char* kTemplate = "b: #@ 1 + 1\n";
constexpr const char* kManifest = "apiVersion: v1\nkind: Namespace\n---\n";
constexpr const char* kMisspelt = "#@data/valeus\n---\na: 4\n";
constexpr const char* kJson =
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"})";
constexpr const char* kDefinition =
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
    "spec: {group: g, names: {kind: K, plural: ks}, versions: []}\n";
constexpr const char* kOpenApi = "openapi: 3.0.0\npaths: {}\n";
constexpr const char* kForLibrary = "#@library/ref \"@l\"\n#@data/values-schema\n---\na: 1\n";

const char* Word(Purpose purpose) {
  switch (purpose) {
    case Purpose::kText:
      return "text";
    case Purpose::kTemplate:
      return "template";
    case Purpose::kAnnotated:
      return "annotated";
    case Purpose::kJsonSchema:
      return "json schema";
    case Purpose::kDefinitions:
      return "definitions";
    case Purpose::kForeign:
      return "foreign";
    case Purpose::kOutput:
      return "output";
    case Purpose::kManifest:
      return "manifest";
    case Purpose::kValues:
      return "values";
    case Purpose::kMistaken:
      return "mistaken";
  }
  return "";
}

struct File {
  const char* name;
  const char* text;
  Role role = Role::kAuto;
};

// Returns the purpose of each file of the set: "a.yml: values, b.yml: template".
std::string Told(const std::vector<File>& files, Options options, const std::string& directory = "") {
  source::MemoryFileReader reader;
  for (const File& file : files) {
    reader.Add(file.name, file.text);
    if (directory.empty()) {
      options.inputs.push_back({file.name, {}, file.role});
    }
  }
  if (!directory.empty()) {
    options.inputs.push_back({directory, {}, Role::kAuto});
  }
  Session session;
  EXPECT_TRUE(LoadRootLibrary(options, reader, session));
  std::string told;
  for (const Classified& classified : Classify(options, session.library, session)) {
    told += (told.empty() ? "" : ", ") + classified.file->input.disk_path + ": " + Word(classified.purpose);
  }
  return told;
}

std::string CheckedIn(const std::string& directory, const std::vector<File>& files) {
  Options options;
  options.unchecked = Unchecked::kError;
  options.definitions_are_schemas = true;
  return Told(files, options, directory);
}

std::string Checked(const std::vector<File>& files) {
  return CheckedIn("", files);
}

std::string Rendered(const std::vector<File>& files) {
  Options options;
  options.renders = true;
  return Told(files, options);
}

TEST(Classify, HeadersBeatLooks) {
  EXPECT_EQ(Checked({{"s.yml", kSchema}, {"v.yml", kValues}, {"p.yml", kPlain}}),
            "s.yml: annotated, v.yml: annotated, p.yml: values");
}

TEST(Classify, PlainFilesBesideTemplatesAreOutputUnlessTheyAreNamedToBeChecked) {
  EXPECT_EQ(Checked({{"p.yml", kPlain}, {"t.yml", kTemplate}}), "p.yml: values, t.yml: template");
  EXPECT_EQ(Told({{"p.yml", kPlain}, {"t.yml", kTemplate}}, Options()), "p.yml: output, t.yml: template");
  EXPECT_EQ(CheckedIn("d", {{"d/p.yml", kPlain}, {"d/t.yml", kTemplate}}),
            "d/p.yml: output, d/t.yml: template");
  EXPECT_EQ(Rendered({{"p.yml", kPlain}}), "p.yml: output");
}

TEST(Classify, ManifestsOfASetOfYttAreOutput) {
  EXPECT_EQ(Checked({{"m.yml", kManifest}, {"t.yml", kTemplate}}), "m.yml: manifest, t.yml: template");
  EXPECT_EQ(CheckedIn("d", {{"d/m.yml", kManifest}, {"d/s.yml", kSchema}}),
            "d/m.yml: manifest, d/s.yml: annotated");
  EXPECT_EQ(Told({{"m.yml", kManifest}}, Options()), "m.yml: values");
  EXPECT_EQ(Told({{"d/m.yml", kManifest}}, Options(), "d"), "d/m.yml: manifest");
  EXPECT_EQ(Checked({{"m.yml", kManifest}, {"s.yml", kSchema}}), "m.yml: values, s.yml: annotated");
  EXPECT_EQ(Checked({{"m.yml", kManifest}, {"j.json", kJson}}), "m.yml: values, j.json: json schema");
}

TEST(Classify, PlainFilesBesideAFileOfValuesAreOutput) {
  Options options;
  options.flags.push_back({FlagKind::kValuesFile, "--data-values-file", "v.yml"});
  EXPECT_EQ(Told({{"p.yml", kPlain}}, options), "p.yml: output");
}

TEST(Classify, WhatTheUserSaysBeatsAll) {
  EXPECT_EQ(Checked({{"p.yml", kPlain, Role::kValues}, {"t.yml", kTemplate}}),
            "p.yml: values, t.yml: template");
  EXPECT_EQ(Checked({{"v.yml", kValues, Role::kTemplate}}), "v.yml: template");
  EXPECT_EQ(Checked({{"t.yml", kTemplate, Role::kOverlay}}), "t.yml: annotated");
  EXPECT_EQ(Checked({{"j.json", kJson, Role::kValues}}), "j.json: values");
  EXPECT_EQ(Checked({{"p.json", "{\"title\": 1}", Role::kSchema}}), "p.json: json schema");
}

// A misspelt header gives its file no purpose and does not turn the other files of the set into output.
TEST(Classify, AMistakeOfOneFileIsNoneOfOthers) {
  EXPECT_EQ(Checked({{"m.yml", kMisspelt}, {"p.yml", kPlain}}), "m.yml: template, p.yml: values");
  EXPECT_EQ(Checked({{"m.yml", "# @data/values\n---\na: 4\n"}}), "m.yml: mistaken");
  EXPECT_EQ(Checked({{"m.yml", "b: #@ 1\nc: [\n"}, {"p.yml", kPlain}}), "m.yml: template, p.yml: values");
}

TEST(Classify, SchemasOfOtherLanguages) {
  EXPECT_EQ(Checked({{"j.yml", kJson}, {"p.yml", kPlain}}), "j.yml: json schema, p.yml: values");
  EXPECT_EQ(Checked({{"o.yml", kOpenApi}, {"x.cue", "a: int"}}), "o.yml: foreign, x.cue: foreign");
  EXPECT_EQ(Rendered({{"j.yml", kJson}, {"o.yml", kOpenApi}}), "j.yml: output, o.yml: output");
}

TEST(Classify, DefinitionsJudgeASetThatHasNoOtherSchema) {
  EXPECT_EQ(Checked({{"d.yml", kDefinition}, {"p.yml", kPlain}}), "d.yml: definitions, p.yml: values");
  EXPECT_EQ(Checked({{"d.yml", kDefinition}, {"s.yml", kSchema}}), "d.yml: foreign, s.yml: annotated");
  EXPECT_EQ(Checked({{"d.yml", kDefinition}, {"j.yml", kJson}}), "d.yml: foreign, j.yml: json schema");
  EXPECT_EQ(Checked({{"d.yml", kDefinition}, {"l.yml", kForLibrary}}),
            "d.yml: definitions, l.yml: annotated");
}

TEST(Classify, ProgramsAndDataAreForNothingHere) {
  EXPECT_EQ(Rendered({{"m.star", "x = 1\n"}, {"t.txt", "(@= 1 @)"}, {"t.yml", kTemplate}}),
            "t.txt: text, t.yml: template");
}

}  // namespace
}  // namespace kval::driver
