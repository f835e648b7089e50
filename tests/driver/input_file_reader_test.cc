#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "src/driver/check_each.h"
#include "src/driver/pipeline.h"
#include "src/driver/session.h"

namespace kval::driver {
namespace {

// Records the paths passed to Read and to ReadBelow. Read follows any link, and a file may be replaced
// between a check and the read, so files found in a directory must be read with ReadBelow.
class NotingReader final : public source::FileReader {
 public:
  void Add(std::string path, std::string text) { files_.Add(std::move(path), std::move(text)); }
  const std::set<std::string>& named() const { return named_; }
  const std::set<std::string>& found() const { return found_; }

  source::PathKind KindOf(const std::string& path) override { return files_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    named_.insert(path);
    return files_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    found_.insert(path);
    return files_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return files_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return files_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return files_.RealPath(path); }

 private:
  source::MemoryFileReader files_;
  std::set<std::string> named_;
  std::set<std::string> found_;
};

void RunOn(NotingReader& reader, const std::vector<std::string>& paths) {
  DriverOptions options;
  options.unchecked = UncheckedPolicy::kError;
  for (const std::string& path : paths) {
    options.inputs.push_back({path, {}, InputRole::kAuto});
  }
  Session session;
  const PipelineResult result = Run(options, reader, session);
  EXPECT_TRUE(result.has_schema);
  EXPECT_EQ(session.emit.error_count(), 0U) << session.findings.Sorted().front().message;
}

constexpr const char* kRefers =
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
  "properties": {"a": {"$ref": "part.json"}}})";

TEST(FoundFilesTest, WhatAJsonSchemaRefersTo) {
  NotingReader reader;
  reader.Add("/w/s.schema.json", kRefers);
  reader.Add("/w/part.json", R"({"type": "integer"})");
  reader.Add("/w/v.yml", "a: 1\n");
  RunOn(reader, {"/w/s.schema.json", "/w/v.yml"});
  EXPECT_EQ(reader.named(), (std::set<std::string>{"/w/s.schema.json", "/w/v.yml"}));
  EXPECT_EQ(reader.found(), std::set<std::string>{"/w/part.json"});
}

TEST(FoundFilesTest, WhatValuesName) {
  for (const std::string name : {"s.yml", "s.k"}) {
    NotingReader reader;
    reader.Add("/w/s.yml", "#@data/values-schema\n---\na: 1\n");
    reader.Add("/w/s.k", "schema S:\n    a: int\n");
    reader.Add("/w/v.yml", "# kval: schema=" + name + "\na: 1\n");
    RunOn(reader, {"/w/v.yml"});
    EXPECT_EQ(reader.named(), std::set<std::string>{"/w/v.yml"});
    EXPECT_EQ(reader.found(), std::set<std::string>{"/w/" + name});
  }
}

TEST(FoundFilesTest, WhatEachOfManyNames) {
  NotingReader reader;
  reader.Add("/w/s.yml", "#@data/values-schema\n---\na: 1\n");
  reader.Add("/w/v.yml", "# kval: schema=s.yml\na: 1\n");
  CheckEachOptions each;
  each.paths = {"/w/v.yml"};
  Session session;
  CheckEach({}, each, reader, session);
  EXPECT_EQ(session.emit.error_count(), 0U);
  EXPECT_EQ(reader.named(), std::set<std::string>{"/w/v.yml"});
  EXPECT_EQ(reader.found(), std::set<std::string>{"/w/s.yml"});
}

TEST(FoundFilesTest, OtherFilesOfASchemasModule) {
  NotingReader reader;
  reader.Add("/w/kcl.mod", "[package]\nname = \"w\"\n");
  reader.Add("/w/s.k", "schema S:\n    a: T\n");
  reader.Add("/w/t.k", "schema T:\n    b: int = 1\n");
  reader.Add("/w/v.yml", "a: {}\n");
  RunOn(reader, {"/w/s.k", "/w/v.yml"});
  EXPECT_EQ(reader.named(), (std::set<std::string>{"/w/s.k", "/w/v.yml"}));
  EXPECT_TRUE(reader.found().contains("/w/t.k"));
}

TEST(FoundFilesTest, SchemasInADirectory) {
  NotingReader reader;
  reader.Add("/w/s.k", "schema S:\n    a: int\n");
  reader.Add("/w/v.yml", "a: 1\n");
  RunOn(reader, {"/w"});
  EXPECT_EQ(reader.named(), std::set<std::string>{});
  EXPECT_EQ(reader.found(), (std::set<std::string>{"/w/s.k", "/w/v.yml"}));
}

}  // namespace
}  // namespace kval::driver
