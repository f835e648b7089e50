// The twins of testdata/equiv: equivalent schemas in annotated YAML and in KCL give equal results.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "src/driver/pipeline.h"
#include "src/driver/session.h"
#include "src/yaml/json_writer.h"

namespace kval {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> Pairs() {
  std::vector<fs::path> directories;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(KVAL_TESTDATA) / "equiv")) {
    directories.push_back(entry.path());
  }
  std::sort(directories.begin(), directories.end());
  return directories;
}

// Returns whether the pair also has a JSON Schema.
bool IsTriple(const fs::path& directory) {
  return fs::exists(directory / "schema.json");
}

std::vector<fs::path> ValuesOf(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("values") || name.starts_with("fail")) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

driver::DriverOptions Inputs(const std::vector<fs::path>& paths) {
  driver::DriverOptions options;
  options.has_dialect = true;  // the same for both languages
  for (const fs::path& path : paths) {
    options.inputs.push_back({path.string(), {}, driver::InputRole::kAuto});
  }
  return options;
}

// Removes the text of check lines, which differs by language.
std::string WithoutWords(const std::string& dump) {
  std::string text;
  size_t begin = 0;
  while (begin < dump.size()) {
    const size_t end = std::min(dump.find('\n', begin), dump.size() - 1) + 1;
    const std::string line = dump.substr(begin, end - begin);
    const size_t words = line.find("rule check ");
    text += words == std::string::npos ? line : line.substr(0, words) + "rule check\n";
    begin = end;
  }
  return text;
}

std::string DumpOf(const fs::path& schema) {
  source::DiskFileReader reader;
  driver::Session session;
  const driver::DriverOptions options = Inputs({schema});
  const driver::PipelineResult result = driver::CompileSchemas(options, reader, session);
  EXPECT_EQ(driver::Stage::kDone, result.failed_at) << schema;
  return WithoutWords(types::Dump(session.model));
}

// Returns a finding without language-specific parts. A failed check has no path here: KCL reports the parts
// of a map that a rule reads, Starlark reports the map.
std::string Line(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  if (finding.kind == diag::Kind::kCheckFailed) {
    return diag::CodeOf(finding.kind) + " " + finding.message + "\n";
  }
  std::string text = diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + ": " + finding.message;
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  if (at.has_value() && sources.FileOf(at).name().ends_with(".yml")) {
    const source::LineColumn place = sources.Locate(at.begin);
    text += " at " + std::to_string(place.line) + ":" + std::to_string(place.column);
  }
  return text + (finding.hint.empty() ? "" : " (" + finding.hint + ")") + "\n";
}

// Returns the findings and, if there is no error, the final values.
std::string Check(const fs::path& schema, const fs::path& values, bool& has_errors) {
  source::DiskFileReader reader;
  driver::Session session;
  const driver::DriverOptions options = Inputs({schema, values});
  const driver::PipelineResult result = driver::Run(options, reader, session);
  std::string text;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    text += Line(finding, session.sources);
  }
  has_errors = session.emit.error_count() > 0;
  if (result.values != nullptr && !has_errors) {
    yaml::JsonStyle style;
    style.sort_keys = true;  // annotated YAML appends new keys, KCL inserts them in schema order
    yaml::WriteJson(*result.values, style, text);
  }
  return text;
}

TEST(EquivTest, ThereAreThirtyPairs) {
  EXPECT_GE(Pairs().size(), 30u);
}

TEST(EquivTest, ThirtyPairsAreTriples) {
  const std::vector<fs::path> pairs = Pairs();
  EXPECT_GE(std::count_if(pairs.begin(), pairs.end(), IsTriple), 30);
}

TEST(EquivTest, TwinsDumpAlike) {
  for (const fs::path& directory : Pairs()) {
    const std::string dump = DumpOf(directory / "schema.yml");
    EXPECT_EQ(dump, DumpOf(directory / "schema.k")) << directory.filename();
    if (IsTriple(directory)) {
      EXPECT_EQ(dump, DumpOf(directory / "schema.json")) << directory.filename();
    }
  }
}

TEST(EquivTest, EquivalentSchemasGiveEqualResults) {
  for (const fs::path& directory : Pairs()) {
    for (const fs::path& values : ValuesOf(directory)) {
      bool has_errors = false;
      const std::string verdict = Check(directory / "schema.yml", values, has_errors);
      EXPECT_EQ(verdict, Check(directory / "schema.k", values, has_errors))
          << directory.filename() << " " << values.filename();
      EXPECT_EQ(values.filename().string().starts_with("fail"), has_errors) << values << "\n" << verdict;
      if (IsTriple(directory)) {
        EXPECT_EQ(verdict, Check(directory / "schema.json", values, has_errors))
            << directory.filename() << " " << values.filename();
      }
    }
  }
}

}  // namespace
}  // namespace kval
