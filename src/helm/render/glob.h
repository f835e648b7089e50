#pragma once

#include <memory>
#include <string_view>

namespace re2 {
class RE2;
}

namespace kval::helm::render {

// A pattern of `.Files.Glob`: `*` and `?` match no slash, `**` matches everything, `[a-z]`, `[!a]`, `{a,b}`,
// `\x`. An invalid pattern matches everything, as in Helm. Source: github.com/gobwas/glob.
class Glob {
 public:
  explicit Glob(std::string_view pattern);
  ~Glob();
  bool Matches(std::string_view name) const;

 private:
  std::unique_ptr<re2::RE2> regex_;
};

}  // namespace kval::helm::render
