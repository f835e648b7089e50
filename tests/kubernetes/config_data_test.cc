#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/kubernetes/kind_rules.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

constexpr size_t kMost = 1048576;

struct Data {
  std::string map, key, text;
};

size_t ErrorsOf(const std::string& kind, const std::vector<Data>& data) {
  Arena arena;
  value::Builder build(&arena);
  std::vector<value::Entry> maps;
  for (const Data& one : data) {
    const value::Entry entry[] = {{build.String(one.key), build.String(one.text)}};
    maps.push_back({build.String(one.map), build.Mapping(entry)});
  }
  const value::Value* resource = build.Mapping(maps);
  diag::Collector found;
  diag::Emitter emit(&found);
  const Resource of_kind{check::ValueCursor::Document(*resource), "v1", kind};
  kind == "Secret" ? CheckSecret(of_kind, emit) : CheckConfigMap(of_kind, emit);
  return found.diagnostics().size();
}

// Returns the Base64 encoding of a number of zero bytes, in lines.
std::string Coded(size_t bytes) {
  std::string text;
  for (size_t i = 0; i < (bytes + 2) / 3 * 4; ++i) {
    text += i < (bytes * 4 + 2) / 3 ? 'A' : '=';
    text += i % 76 == 75 ? "\n" : "";
  }
  return text;
}

TEST(ConfigDataTest, TheSizeIsThatOfTheBytes) {
  EXPECT_EQ(ErrorsOf("Secret", {{"data", "a", Coded(kMost)}}), 0u);
  EXPECT_EQ(ErrorsOf("Secret", {{"data", "a", Coded(kMost + 1)}}), 1u);
  EXPECT_EQ(ErrorsOf("Secret", {{"stringData", "a", std::string(kMost, 'a')}}), 0u);
  EXPECT_EQ(ErrorsOf("Secret", {{"stringData", "a", std::string(kMost + 1, 'a')}}), 1u);
  EXPECT_EQ(ErrorsOf("ConfigMap", {{"binaryData", "a", Coded(kMost)}}), 0u);
  EXPECT_EQ(ErrorsOf("ConfigMap", {{"binaryData", "a", Coded(kMost + 1)}}), 1u);
  EXPECT_EQ(ErrorsOf("ConfigMap", {{"data", "a", "a"}, {"binaryData", "b", Coded(kMost)}}), 1u);
}

TEST(ConfigDataTest, ATextReplacesBytes) {
  EXPECT_EQ(ErrorsOf("Secret", {{"data", "a", Coded(kMost)}, {"stringData", "a", "y"}}), 0u);
  EXPECT_EQ(ErrorsOf("Secret", {{"data", "a", Coded(kMost)}, {"stringData", "b", "y"}}), 1u);
}

}  // namespace
}  // namespace kval::kubernetes
