#include "src/driver/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>

#include "src/yaml/writer.h"

namespace kval::driver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A run over in-memory files below `dir`.
struct Rendering {
  explicit Rendering(std::initializer_list<std::pair<const char*, const char*>> files,
                     DriverOptions with = {})
      : options(std::move(with)) {
    for (const auto& [path, text] : files) {
      reader.Add(std::string("dir/") + path, text);
    }
    options.inputs.push_back({"dir", {}, InputRole::kAuto});
    result = Render(options, RenderGoal::kOutput, reader, session);
  }

  bool ok() const { return result.failed_at == Stage::kDone; }
  std::string Yaml() const {
    std::vector<const value::Value*> roots;
    for (const RenderedDocument& rendered : result.documents) {
      roots.push_back(rendered.document.root);
    }
    std::string out;
    yaml::WriteYamlStream(roots, {}, out);
    return out;
  }
  std::vector<std::string> Messages() const {
    std::vector<std::string> messages;
    for (const diag::Diagnostic& diagnostic : session.findings.diagnostics()) {
      messages.push_back(diagnostic.message);
    }
    return messages;
  }

  DriverOptions options;
  source::MemoryFileReader reader;
  Session session;
  RenderResult result;
};

TEST(Render, TemplatesSeeTheFinalValues) {
  const Rendering run{
      {"schema.yml", "#@data/values-schema\n---\nname: a\nnumber: 1\n"},
      {"values.yml", "#@data/values\n---\nname: b\n"},
      {"t.yml", "#@ load('@ytt:data', 'data')\nis: #@ data.values.name\nof: #@ data.values.number\n"}};
  EXPECT_TRUE(run.ok());
  EXPECT_EQ(run.Yaml(), "is: b\nof: 1\n");
}

TEST(Render, PlainFilesAreOutputAndEmptyDocumentsAreLeftOut) {
  const Rendering run{{"a.yml", "a: 1\n---\n---\n{}\n"}, {"b.yml", "# only a comment\n"}};
  EXPECT_EQ(run.Yaml(), "a: 1\n");
}

TEST(Render, RepeatedKeysAreAMistakeInTemplatesOnly) {
  EXPECT_EQ((Rendering{{"a.yml", "a: 1\na: 2\n"}}.Yaml()), "a: 2\n");
  EXPECT_FALSE((Rendering{{"a.yml", "#@yaml/text-templated-strings\na: 1\na: 2\n"}}.ok()));
  EXPECT_FALSE((Rendering{{"a.yml", "#@ x = 1\na: 1\na: 2\n"}}.ok()));
}

TEST(Render, OverlaysApplyToAllDocumentsInOrderOfFiles) {
  const Rendering run{{"1.yml", "a: 1\n"},
                      {"2.yml",
                       "#@ load('@ytt:overlay', 'overlay')\n#@overlay/match by=overlay.all, expects=2\n---\n"
                       "#@overlay/match missing_ok=True\nb: 2\n"},
                      {"3.yml", "c: 3\n"}};
  EXPECT_EQ(run.Yaml(), "a: 1\nb: 2\n---\nc: 3\nb: 2\n");
}

TEST(Render, LibraryFilesAreLoadedFromTheirDirectory) {
  const Rendering run{
      {"d/t.yml", "#@ load('f.lib.yml', 'f')\n#@ load('/g.star', 'g')\na: #@ f()\nb: #@ g()\n"},
      {"d/f.lib.yml", "#@ def f():\nx: 1\n#@ end\n"},
      {"g.star", "def g():\n  return 2\nend\n"}};
  EXPECT_EQ(run.Yaml(), "a:\n  x: 1\nb: 2\n");
}

TEST(Render, FilesThatLoadEachOtherAreRefused) {
  const Rendering run{{"a.star", "load('b.star', 'b')\na = 1\n"}, {"b.star", "load('a.star', 'a')\nb = 1\n"}};
  EXPECT_FALSE(run.ok());
  EXPECT_THAT(run.Messages(), ElementsAre(HasSubstr("cycle")));
}

TEST(Render, ErrorOfALoadedFileSaysWhoLoadedIt) {
  const Rendering run{{"1.yml", "#@ load('f.star', 'f')\na: 1\n"}, {"f.star", "f = 1 + 'a'\n"}};
  ASSERT_EQ(run.Messages().size(), 1u);
  const diag::Diagnostic& error = run.session.findings.diagnostics()[0];
  ASSERT_EQ(error.labels.size(), 2u);
  EXPECT_EQ(error.labels[1].text, "`f.star` is loaded here");
}

TEST(Render, DataFilesAreListedAndRead) {
  const Rendering run{
      {"t.yml", "#@ load('@ytt:data', 'data')\nl: #@ data.list('d')\nr: #@ data.read('d/x.bin')\n"},
      {"d/x.bin", "bytes"}};
  EXPECT_EQ(run.Yaml(), "l:\n- x.bin\nr: bytes\n");
}

constexpr char kEval[] =
    "#@ load('@ytt:library', 'library')\n#@ load('@ytt:template', 'template')\n"
    "--- #@ template.replace(library.get('l').with_data_values({'a': 2}).eval())\n";
constexpr char kShow[] = "#@ load('@ytt:data', 'data')\nv: #@ data.values.a\n";

TEST(Render, LibrariesAreEvaluatedWithTheirValues) {
  const Rendering run{{"t.yml", kEval},
                      {"_ytt_lib/l/values.yml", "#@data/values\n---\na: 1\n"},
                      {"_ytt_lib/l/show.yml", kShow}};
  EXPECT_EQ(run.Yaml(), "v: 2\n");
}

TEST(Render, ErrorInALibraryIsReportedOnce) {
  const Rendering run{{"t.yml", kEval},
                      {"_ytt_lib/l/schema.yml", "#@data/values-schema\n---\na: text\n"},
                      {"_ytt_lib/l/show.yml", kShow}};
  EXPECT_FALSE(run.ok());
  EXPECT_EQ(run.Messages().size(), 1u);
}

TEST(Render, ErrorOfALibrarySaysWhichCallEvaluatedIt) {
  const Rendering run{{"t.yml", kEval}, {"_ytt_lib/l/show.yml", "v: #@ unknown\n"}};
  ASSERT_EQ(run.Messages().size(), 1u);
  const diag::Diagnostic& error = run.session.findings.diagnostics()[0];
  ASSERT_EQ(error.labels.size(), 2u);
  EXPECT_EQ(error.labels[1].role, diag::LabelRole::kCall);
  EXPECT_THAT(error.labels[1].text, HasSubstr("`l`"));
  EXPECT_THAT(std::string(run.session.sources.Text(error.labels[1].span)), HasSubstr(".eval()"));
}

TEST(Render, ValuesForALibraryThatNothingEvaluatesAreAMistake) {
  DriverOptions options;
  options.flags.push_back({FlagKind::kValue, "--data-value", "@l:a=1"});
  const Rendering run({{"t.yml", "x: 1\n"}, {"_ytt_lib/l/show.yml", kShow}}, options);
  EXPECT_THAT(run.Messages(), ElementsAre(HasSubstr("unused values for library `@l`")));
}

TEST(Render, OutputFilesAreThoseOfTheInputs) {
  const Rendering run{{"d/a.yml", "a: 1\n---\nb: 2\n"}, {"n.txt", "n (@= str(1) @)"}, {"x.json", "{}"}};
  const std::vector<OutputFile> files = OutputFilesOf(run.result, run.options, run.session);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "n.txt");
  EXPECT_EQ(files[0].text, "n 1");
  EXPECT_EQ(files[1].path, "d/a.yml");
  EXPECT_EQ(files[1].text, "a: 1\n---\nb: 2\n");
}

}  // namespace
}  // namespace kval::driver
