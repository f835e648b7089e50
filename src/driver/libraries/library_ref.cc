#include "src/driver/libraries/library_ref.h"

#include "src/support/substitute.h"

namespace kval::driver {

bool LibraryRef::Matches(const LibraryRef& library) const {
  if (alias.empty()) {
    return path == library.path;
  }
  return alias == library.alias && (path.empty() || path == library.path);
}

std::string LibraryRef::Text() const {
  return alias.empty() ? path : path + "~" + alias;
}

Result<std::vector<LibraryRef>> ParseLibraryRef(std::string_view text) {
  if (text.empty()) {
    return Failure{"a library reference cannot be empty"};
  }
  if (text[0] != '@') {
    return Failure{Substitute("a library reference starts with `@`, found `{}`", text)};
  }
  std::vector<LibraryRef> ref;
  std::string_view rest = text;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view step = rest.substr(0, rest.find('@'));
    rest.remove_prefix(step.size());
    const size_t tilde = step.find('~');
    if (tilde == std::string_view::npos) {
      ref.push_back({std::string(step), {}});
      continue;
    }
    const std::string_view alias = step.substr(tilde + 1);
    if (alias.find('~') != std::string_view::npos) {
      return Failure{Substitute("expected `@path`, `@~alias` or `@path~alias`, found `{}`", text)};
    }
    if (alias.empty()) {
      return Failure{Substitute("the alias of a library cannot be empty, found `{}`", text)};
    }
    ref.push_back({std::string(step.substr(0, tilde)), std::string(alias)});
  }
  return ref;
}

std::string LibraryRefText(const std::vector<LibraryRef>& ref) {
  std::string text;
  for (const LibraryRef& step : ref) {
    text += "@" + step.Text();
  }
  return text;
}

}  // namespace kval::driver
