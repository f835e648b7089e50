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

const char* Word(InputPurpose purpose) {
  switch (purpose) {
    case InputPurpose::kText:
      return "text";
    case InputPurpose::kTemplate:
      return "template";
    case InputPurpose::kAnnotated:
      return "annotated";
    case InputPurpose::kJsonSchema:
      return "json schema";
    case InputPurpose::kDefinitions:
      return "definitions";
    case InputPurpose::kForeign:
      return "foreign";
    case InputPurpose::kOutput:
      return "output";
    case InputPurpose::kManifest:
      return "manifest";
    case InputPurpose::kValues:
      return "values";
    case InputPurpose::kInvalidHeader:
      return "mistaken";
  }
  return "";
}

struct File {
  const char* name;
  const char* text;
  InputRole role = InputRole::kAuto;
};

// Returns the purpose of each file of the set: "a.yml: values, b.yml: template".
std::string Reported(const std::vector<File>& files, DriverOptions options,
                     const std::string& directory = "") {
  source::MemoryFileReader reader;
  for (const File& file : files) {
    reader.Add(file.name, file.text);
    if (directory.empty()) {
      options.inputs.push_back({file.name, {}, file.role});
    }
  }
  if (!directory.empty()) {
    options.inputs.push_back({directory, {}, InputRole::kAuto});
  }
  Session session;
  EXPECT_TRUE(LoadRootLibrary(options, reader, session));
  std::string reported;
  for (const ClassifiedInput& classified : Classify(options, session.library, session)) {
    reported +=
        (reported.empty() ? "" : ", ") + classified.file->input.disk_path + ": " + Word(classified.purpose);
  }
  return reported;
}

std::string CheckedIn(const std::string& directory, const std::vector<File>& files) {
  DriverOptions options;
  options.unchecked = UncheckedPolicy::kError;
  options.definitions_are_schemas = true;
  return Reported(files, options, directory);
}

std::string Checked(const std::vector<File>& files) {
  return CheckedIn("", files);
}

std::string Rendered(const std::vector<File>& files) {
  DriverOptions options;
  options.renders = true;
  return Reported(files, options);
}

TEST(Classify, HeadersBeatLooks) {
  EXPECT_EQ(Checked({{"s.yml", kSchema}, {"v.yml", kValues}, {"p.yml", kPlain}}),
            "s.yml: annotated, v.yml: annotated, p.yml: values");
}

TEST(Classify, PlainFilesNextToTemplatesAreOutputUnlessTheyAreNamedToBeChecked) {
  EXPECT_EQ(Checked({{"p.yml", kPlain}, {"t.yml", kTemplate}}), "p.yml: values, t.yml: template");
  EXPECT_EQ(Reported({{"p.yml", kPlain}, {"t.yml", kTemplate}}, DriverOptions()),
            "p.yml: output, t.yml: template");
  EXPECT_EQ(CheckedIn("d", {{"d/p.yml", kPlain}, {"d/t.yml", kTemplate}}),
            "d/p.yml: output, d/t.yml: template");
  EXPECT_EQ(Rendered({{"p.yml", kPlain}}), "p.yml: output");
}

TEST(Classify, ManifestsOfASetOfYttAreOutput) {
  EXPECT_EQ(Checked({{"m.yml", kManifest}, {"t.yml", kTemplate}}), "m.yml: manifest, t.yml: template");
  EXPECT_EQ(CheckedIn("d", {{"d/m.yml", kManifest}, {"d/s.yml", kSchema}}),
            "d/m.yml: manifest, d/s.yml: annotated");
  EXPECT_EQ(Reported({{"m.yml", kManifest}}, DriverOptions()), "m.yml: values");
  EXPECT_EQ(Reported({{"d/m.yml", kManifest}}, DriverOptions(), "d"), "d/m.yml: manifest");
  EXPECT_EQ(Checked({{"m.yml", kManifest}, {"s.yml", kSchema}}), "m.yml: values, s.yml: annotated");
  EXPECT_EQ(Checked({{"m.yml", kManifest}, {"j.json", kJson}}), "m.yml: values, j.json: json schema");
}

TEST(Classify, PlainFilesNextToAFileOfValuesAreOutput) {
  DriverOptions options;
  options.flags.push_back({FlagKind::kValuesFile, "--data-values-file", "v.yml"});
  EXPECT_EQ(Reported({{"p.yml", kPlain}}, options), "p.yml: output");
}

TEST(Classify, ExplicitRoleTakesPrecedence) {
  EXPECT_EQ(Checked({{"p.yml", kPlain, InputRole::kValues}, {"t.yml", kTemplate}}),
            "p.yml: values, t.yml: template");
  EXPECT_EQ(Checked({{"v.yml", kValues, InputRole::kTemplate}}), "v.yml: template");
  EXPECT_EQ(Checked({{"t.yml", kTemplate, InputRole::kOverlay}}), "t.yml: annotated");
  EXPECT_EQ(Checked({{"j.json", kJson, InputRole::kValues}}), "j.json: values");
  EXPECT_EQ(Checked({{"p.json", "{\"title\": 1}", InputRole::kSchema}}), "p.json: json schema");
}

// A misspelt header gives its file no purpose and does not turn the other files of the set into output.
TEST(Classify, ErrorAffectsOneFileOnly) {
  EXPECT_EQ(Checked({{"m.yml", kMisspelt}, {"p.yml", kPlain}}), "m.yml: template, p.yml: values");
  EXPECT_EQ(Checked({{"m.yml", "# @data/values\n---\na: 4\n"}}), "m.yml: mistaken");
  EXPECT_EQ(Checked({{"m.yml", "b: #@ 1\nc: [\n"}, {"p.yml", kPlain}}), "m.yml: template, p.yml: values");
}

TEST(Classify, SchemasOfOtherLanguages) {
  EXPECT_EQ(Checked({{"j.yml", kJson}, {"p.yml", kPlain}}), "j.yml: json schema, p.yml: values");
  EXPECT_EQ(Checked({{"o.yml", kOpenApi}, {"x.cue", "a: int"}}), "o.yml: foreign, x.cue: foreign");
  EXPECT_EQ(Rendered({{"j.yml", kJson}, {"o.yml", kOpenApi}}), "j.yml: output, o.yml: output");
}

TEST(Classify, DefinitionsValidateASetWithoutAnotherSchema) {
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
