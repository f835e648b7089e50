// Incomplete lines, as in an editor: the scan for secrets never reads past the end of a line.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/redaction/find_secrets.h"
#include "src/source/source_map.h"

namespace kval::redaction {
namespace {

// Incomplete lines. Each ends where the scan looks for a token after spaces.
constexpr std::string_view kUnfinished[] = {
    "",
    " ",
    "- ",
    "-",
    "- - ",
    "password: ",
    "password: \"",
    "password: '",
    "\"",
    "'",
    "token:",
    "token: |",
    "secret: &",
    "secret: *",
    "secret: !",
    "secret: {",
    "a: [",
    "}",
    "]",
    ", ",
    "? ",
    "? password",
    ": ",
    "name: TOKEN",
    "value: ",
    "kind: Secret",
    "data: ",
    "data:",
    "- name: TOKEN",
    "- value: \"",
    "--token ",
    "-----BEGIN ",
    "# ",
    "#@ ",
    "#@schema/default \"",
    "password=",
    "<token>",
    "curl -u ",
    "a: Bearer ",
    "://:@",
};

TEST(HalfTypedSecrets, NothingIsReadPastTheEndOfALine) {
  constexpr std::string_view kNames[] = {"v.yml", "a.k", "(data-value arg) db.password"};
  for (const std::string_view first : kUnfinished) {
    for (const std::string_view second : kUnfinished) {
      for (const std::string_view third : kUnfinished) {
        for (const std::string_view line_break : {"\n", "\n  "}) {
          std::string text(first);
          text.append(line_break).append(second).append(line_break).append(third);
          source::SourceMap sources;
          const std::string_view name = kNames[text.size() % std::size(kNames)];
          const source::SourceFile& file = sources.AddText(std::string(name), text);
          for (const source::Span secret : FindSecrets(file, {})) {
            ASSERT_LT(secret.begin, secret.end) << text;
            ASSERT_LE(secret.end, file.span().end) << text;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace kval::redaction
