#include "src/redaction/file_names.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::redaction {
namespace {

bool Contain(const std::string& text, const std::string& part) {
  FileNames names;
  names.Add("charts/shop-api/values.yaml");
  names.Add("charts/shop/values/prod.yaml");
  const size_t at = text.find(part);
  return names.Contain(text, {at, at + part.size()});
}

TEST(FileNames, PartsOfFilesAndDirectories) {
  EXPECT_TRUE(Contain("with the values of `charts/shop/values/prod.yaml`", "shop"));
  EXPECT_TRUE(Contain("charts/shop, which was not checked", "shop"));
  EXPECT_TRUE(Contain("while rendering web/templates/config.yaml", "web"));
  EXPECT_TRUE(Contain("while rendering web-config/templates/config.yaml", "web"));
}

TEST(FileNames, OtherText) {
  EXPECT_FALSE(Contain("found: shop", "shop"));
  EXPECT_FALSE(Contain("found: a/shop", "shop"));
  EXPECT_FALSE(Contain("charts/sho", "sho"));
  EXPECT_FALSE(Contain("shop/charts", "shop"));
  EXPECT_FALSE(Contain("charts/shop?x", "shop"));
}

}  // namespace
}  // namespace kval::redaction
