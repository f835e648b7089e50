#include "src/support/path_text.h"

#include <gtest/gtest.h>

namespace kval {
namespace {

TEST(PathTextTest, Parts) {
  struct Case {
    std::string_view path, name, directory, prefix;
  };
  constexpr Case kCases[] = {
      {"charts/web/values.yaml", "values.yaml", "charts/web", "charts/web/"},
      {"values.yaml", "values.yaml", ".", ""},
      {"/values.yaml", "values.yaml", "/", "/"},
      {"/etc/values.yaml", "values.yaml", "/etc", "/etc/"},
      {"../values.yaml", "values.yaml", "..", "../"},
      {"charts/", "", "charts", "charts/"},
      {"", "", ".", ""},
  };
  for (const Case& test : kCases) {
    EXPECT_EQ(GetFileName(test.path), test.name) << test.path;
    EXPECT_EQ(GetDirectory(test.path), test.directory) << test.path;
    EXPECT_EQ(GetDirectoryPrefix(test.path), test.prefix) << test.path;
  }
}

}  // namespace
}  // namespace kval
