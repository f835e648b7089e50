#include "src/support/base64.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace kval {
namespace {

using Padding = Base64::Padding;

Base64 With(Padding padding, bool ignores_spaces = false, bool is_strict = false, bool is_url = false) {
  return {is_url, padding, ignores_spaces, is_strict};
}

struct Case {
  std::string_view text;
  Base64 spelling;
  std::optional<std::string_view> bytes;  // nullopt: invalid
  size_t error = 0;
};

TEST(Base64, DecodesWhatTheSpellingAllows) {
  const Base64 go = {};
  const Base64 raw = With(Padding::kNone);
  const Base64 cel = With(Padding::kOptional);
  const Base64 yaml = With(Padding::kRequired, true);
  const Case cases[] = {
      {"", go, ""},
      {"YQ==", go, "a"},
      {"YWI=", go, "ab"},
      {"YWJj", go, "abc"},
      {"YW\nJj\r\n", go, "abc"},
      {"YQ=\n=\n", go, "a"},
      {"YQ", go, std::nullopt, 2},
      {"YQ=", go, std::nullopt, 3},
      {"YQ===", go, std::nullopt, 4},
      {"A", go, std::nullopt, 1},
      {"A===", go, std::nullopt, 1},
      {"a=b", go, std::nullopt, 1},
      {"YQ==YQ==", go, std::nullopt, 4},
      {"YW Jj", go, std::nullopt, 2},
      {"YW-_", go, std::nullopt, 2},
      {"YR==", go, "a"},
      {"YR==", With(Padding::kRequired, false, true), std::nullopt, 1},
      {"-_-_", With(Padding::kRequired, false, false, true), "\xfb\xff\xbf"},
      {"YQ", raw, "a"},
      {"YQ==", raw, std::nullopt, 2},
      {"YQ", cel, "a"},
      {"YQ==", cel, "a"},
      {"YQ=", cel, std::nullopt, 3},
      {"Y", cel, std::nullopt, 1},
      {" YW\tJj ", yaml, "abc"},
      {"YQ", yaml, std::nullopt, 2},
  };
  for (const Case& c : cases) {
    std::string bytes;
    const std::optional<size_t> error = DecodeBase64(c.text, bytes, c.spelling);
    EXPECT_EQ(error.has_value(), !c.bytes.has_value()) << c.text;
    if (c.bytes) {
      EXPECT_EQ(bytes, *c.bytes) << c.text;
    } else {
      EXPECT_EQ(error.value_or(99), c.error) << c.text;
    }
  }
}

TEST(Base64, ReadsWhatItWrites) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    for (const Padding padding : {Padding::kRequired, Padding::kNone, Padding::kOptional}) {
      const Base64 spelling = With(padding, false, true, i % 2 == 0);
      std::string again;
      EXPECT_FALSE(DecodeBase64(EncodeBase64(bytes, spelling), again, spelling).has_value());
      EXPECT_EQ(again, bytes);
    }
    bytes += static_cast<char>(i * 7);
  }
}

}  // namespace
}  // namespace kval
