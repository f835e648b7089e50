// The YAML test suite: every valid document gives the expected events, every invalid document gives an error.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "src/source/source_map.h"
#include "tests/yaml/corpus.h"
#include "tests/yaml/event_text.h"

namespace kval::yaml {
namespace {

// Cases in which kval deliberately follows go-yaml, and so Helm, kubectl and ytt, instead of the suite.
const std::set<std::string> kDeliberate = {"9C9N", "QB6E", "VJP3/00", "Y79Y/003"};

constexpr size_t kCases = 402;

TEST(YamlTestSuite, IsMetButForNamedExceptions) {
  const auto root = CorpusRoot();
  if (!root) {
    GTEST_SKIP() << "no corpora";
  }
  const std::string suite = *root + "/yaml-test-suite";
  size_t right = 0;
  size_t cases = 0;
  for (const std::string& path : FilesBelow(suite, {"/in.yaml"})) {
    const std::string directory = std::filesystem::path(path).parent_path().string();
    const std::string name = directory.substr(suite.size() + 1);
    source::SourceMap sources;
    const source::SourceFile& file = sources.AddText(name, ReadAll(path));
    const EventStream stream = NativeReader().Read(file);
    const bool must_fail = std::filesystem::exists(directory + "/error");
    const std::string events = EventText(stream, file);
    const bool is_right = must_fail ? !stream.errors.empty()
                                    : stream.errors.empty() && events == ReadAll(directory + "/test.event");
    ++cases;
    right += is_right ? 1 : 0;
    EXPECT_EQ(is_right, kDeliberate.count(name) == 0)
        << name << "\n"
        << (stream.errors.empty() ? "no fault" : stream.errors[0].message) << "\n"
        << events;
  }
  EXPECT_EQ(cases, kCases);
  EXPECT_EQ(right, kCases - kDeliberate.size());
}

}  // namespace
}  // namespace kval::yaml
