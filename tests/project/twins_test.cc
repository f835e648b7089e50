// The schemas of project files in annotated YAML and in KCL are equivalent.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "src/driver/pipeline.h"
#include "src/driver/session.h"
#include "src/project/builtin.h"
#include "src/types/model.h"

namespace kval::project {
namespace {

std::string Dump(const std::string& path) {
  source::DiskFileReader reader;
  driver::Session session;
  driver::DriverOptions options;
  options.inputs = {{path, {}, driver::InputRole::kAuto}};
  options.has_dialect = true;
  EXPECT_TRUE(driver::CompileSchemas(options, reader, session).has_schema);
  EXPECT_TRUE(session.findings.diagnostics().empty());
  return types::Dump(session.model);
}

TEST(ProjectSchema, MeansTheSameInBothLanguages) {
  EXPECT_EQ(Dump(KVAL_BUILTIN "/project.yml"), Dump(KVAL_BUILTIN "/project.k"));
}

TEST(ProjectSchema, IsAPartOfTheProgram) {
  const std::span<const EmbeddedText> texts = BuiltinYaml();
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                          [](const EmbeddedText& text) { return text.name == "project"; }));
  ASSERT_EQ(BuiltinKcl().size(), 1U);
  EXPECT_NE(BuiltinKcl()[0].text.find("schema Project"), std::string_view::npos);
}

}  // namespace
}  // namespace kval::project
