#include "src/driver/inputs/inputs.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "src/driver/pipeline.h"
#include "src/driver/session.h"

namespace kval::driver {
namespace {

// Counts the reads of each path. The path `stream` is not a regular file.
class CountingReader final : public source::FileReader {
 public:
  void Add(std::string path, std::string text) { files_.Add(std::move(path), std::move(text)); }
  int ReadsOf(const std::string& path) { return reads_[path]; }

  source::PathKind KindOf(const std::string& path) override {
    return path == "stream" ? source::PathKind::kOther : files_.KindOf(path);
  }
  Result<std::string> Read(const std::string& path) override {
    ++reads_[path];
    return files_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    ++reads_[path];
    return files_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return files_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return files_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return files_.RealPath(path); }

 private:
  source::MemoryFileReader files_;
  std::map<std::string, int> reads_;
};

class Loading : public ::testing::Test {
 protected:
  // Returns the inputs that kval loads for the paths.
  std::vector<RunInput> Load(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      options_.inputs.push_back({path, {}, InputRole::kAuto});
    }
    std::vector<RunInput> inputs;
    EXPECT_TRUE(LoadInputs(options_, reader_, session_.sources, session_.emit, inputs));
    return inputs;
  }

  CountingReader reader_;
  DriverOptions options_;
  Session session_;
};

TEST_F(Loading, AFileThatIsGivenAgainIsReadOnce) {
  reader_.Add("a.yml", "a: 1\n");
  const std::vector<RunInput> inputs = Load({"a.yml", "a.yml", "a.yml"});
  ASSERT_EQ(inputs.size(), 3U);
  EXPECT_EQ(reader_.ReadsOf("a.yml"), 1);
  EXPECT_EQ(session_.sources.file_count(), 1U);
  EXPECT_EQ(inputs[0].source, inputs[2].source);
}

TEST_F(Loading, SoAreTheFilesOfADirectory) {
  reader_.Add("d/a.yml", "a: 1\n");
  reader_.Add("d/b.yml", "b: 1\n");
  ASSERT_EQ(Load({"d", "d"}).size(), 4U);
  EXPECT_EQ(reader_.ReadsOf("d/a.yml"), 1);
  EXPECT_EQ(session_.sources.file_count(), 2U);
}

TEST_F(Loading, AStreamIsReadEachTime) {
  reader_.Add("stream", "a: 1\n");
  const std::vector<RunInput> inputs = Load({"stream", "stream"});
  EXPECT_EQ(reader_.ReadsOf("stream"), 2);
  EXPECT_NE(inputs[0].source, inputs[1].source);
}

TEST_F(Loading, AFileWithTwoNamesHasATextForEach) {
  reader_.Add("d/a.yml", "a: 1\n");
  options_.ytt_names = true;
  options_.inputs.push_back({"d/a.yml", "one.yml", InputRole::kAuto});
  options_.inputs.push_back({"d/a.yml", "two.yml", InputRole::kAuto});
  const std::vector<RunInput> inputs = Load({});
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_EQ(inputs[0].source->name(), "one.yml");
  EXPECT_EQ(inputs[1].source->name(), "two.yml");
}

TEST_F(Loading, PlacesMayBeByPathWhereFilesAreCalledAsYttCallsThem) {
  reader_.Add("d/a.yml", "a: 1\n");
  options_.ytt_names = true;
  options_.locations_by_path = true;
  const std::vector<RunInput> inputs = Load({"d/a.yml"});
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(inputs[0].source->name(), "d/a.yml");
  EXPECT_EQ(inputs[0].path, "a.yml");
}

// 200 layers of the same file create no more values than two layers.
TEST_F(Loading, RepeatedLayersCreateNoValues) {
  reader_.Add("a.yml", "a: {name: text, ports: [1, 2], more: {x: 1}}\nb: ~\n");
  reader_.Add("s.yml", "#@data/values-schema\n#@schema/type any=True\n---\nx: 1\n");
  const auto made = [&](size_t times) {
    options_.inputs.assign(1, {"s.yml", {}, InputRole::kAuto});
    options_.inputs.insert(options_.inputs.end(), times, {"a.yml", {}, InputRole::kAuto});
    Session session;
    driver::Run(options_, reader_, session);
    EXPECT_EQ(session.emit.error_count(), 0U);
    return session.build.made();
  };
  EXPECT_EQ(made(200), made(2));
}

TEST_F(Loading, SoDoesAFileOfValuesOfAFlag) {
  reader_.Add("a.yml", "a: {name: text, ports: [1, 2], more: {x: 1}}\nb: ~\n");
  reader_.Add("s.yml", "#@data/values-schema\n#@schema/type any=True\n---\nx: 1\n");
  options_.inputs.push_back({"s.yml", {}, InputRole::kAuto});
  const auto made = [&](size_t times) {
    options_.flags.assign(times, {FlagKind::kValuesFile, "--data-values-file", "a.yml"});
    Session session;
    driver::Run(options_, reader_, session);
    EXPECT_EQ(session.emit.error_count(), 0U);
    EXPECT_EQ(session.sources.file_count(), 2U);
    return session.build.made();
  };
  EXPECT_EQ(made(200), made(2));
  EXPECT_EQ(reader_.ReadsOf("a.yml"), 2);
}

TEST_F(Loading, PathsThatAreNamedAgainAreOneFile) {
  reader_.Add("d/a.yml", "a: 1\n");
  reader_.Add("b.yml", "a: 1\n");
  std::vector<InputFile> files;
  EXPECT_TRUE(ExpandPaths({"b.yml", "d", "b.yml", "d", "stream", "stream"}, reader_, session_.emit, files));
  std::vector<std::string> paths;
  for (const InputFile& file : files) {
    paths.push_back(file.path);
  }
  EXPECT_EQ(paths, (std::vector<std::string>{"b.yml", "d/a.yml", "stream", "stream"}));
}

}  // namespace
}  // namespace kval::driver
