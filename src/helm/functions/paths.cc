#include <string>
#include <string_view>

#include "src/helm/functions/functions_of.h"
#include "src/support/take_part.h"

// Source: Go's package path, and package filepath as on Linux, where both do the same.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

// Resolves `.` and `..` without the file system.
std::string Cleaned(std::string_view path) {
  if (path.empty()) {
    return ".";
  }
  const bool is_absolute = path[0] == '/';
  std::string out = is_absolute ? "/" : "";
  const size_t root = out.size();
  size_t kept = root;  // end of the leading `..`, which stay
  while (!path.empty()) {
    const std::string_view name = TakePart(path, '/');
    if (name.empty() || name == ".") {
      continue;
    }
    if (name == ".." && out.size() > kept) {
      const size_t slash = out.rfind('/');
      out.resize(slash == std::string::npos || slash < kept ? kept : slash);
      continue;
    }
    if (name == ".." && is_absolute) {
      continue;
    }
    out += out.size() > root ? "/" : "";
    out += name;
    kept = name == ".." ? out.size() : kept;
  }
  return out.empty() ? "." : out;
}

}  // namespace

Value PathBase(Call& call) {
  std::string_view path = call[0].text();
  if (path.empty()) {
    return Value::Text(".");
  }
  while (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  const size_t slash = path.rfind('/');
  path = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return Value::Text(path.empty() ? "/" : path);
}

Value PathDir(Call& call) {
  const std::string_view path = call[0].text();
  const size_t slash = path.rfind('/');
  return call.Text(Cleaned(slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1)));
}

Value PathClean(Call& call) {
  return call.Step(1 + call[0].text().size() / 16) ? call.Text(Cleaned(call[0].text())) : Value();
}

Value PathExt(Call& call) {
  const std::string_view path = call[0].text();
  const size_t at = path.find_last_of("./");
  return Value::Text(at == std::string_view::npos || path[at] == '/' ? std::string_view() : path.substr(at));
}

Value PathIsAbs(Call& call) {
  return Value::Bool(call[0].text().starts_with('/'));
}

}  // namespace kval::helm::functions
