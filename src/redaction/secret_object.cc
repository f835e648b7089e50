#include "src/redaction/secret_object.h"

#include <algorithm>
#include <array>
#include <string>

#include "src/support/ascii_text.h"
#include "src/support/edit_distance.h"

namespace kval::redaction {
namespace {

// What `kind` says where a line's entry begins; empty when it is another entry.
std::string_view KindAt(std::string_view entry) {
  const bool is_kind =
      entry.starts_with("kind:") || entry.starts_with("\"kind\":") || entry.starts_with("'kind':");
  if (!is_kind) {
    return {};
  }
  entry.remove_prefix(entry.find(':') + 1);
  entry.remove_prefix(std::min(entry.find_first_not_of(" \"'"), entry.size()));
  entry = entry.substr(0, entry.find_first_of(" \"',}\r\n"));
  return entry.empty() ? "-" : entry;
}

}  // namespace

bool IsFieldOfSecret(std::string_view key) {
  constexpr std::array<std::string_view, 5> kFields = {"apiVersion", "kind", "metadata", "type", "immutable"};
  return std::find(kFields.begin(), kFields.end(), key) != kFields.end();
}

bool IsDataOfSecret(std::string_view key) {
  if (key == "data" || key == "stringData") {
    return true;
  }
  constexpr size_t kLongest = 12;
  if (key.size() < 3 || key.size() > kLongest) {
    return false;
  }
  std::string lower = LowerCased(key);
  std::erase_if(lower, [](char c) { return c == '_' || c == '-'; });
  return EditDistance(lower, "data", 2) < 2 || EditDistance(lower, "stringdata", 3) < 3;
}

bool HasKindOfSecret(std::string_view line) {
  if (line.find("Secret") == std::string_view::npos) {
    return false;
  }
  for (size_t at = line.find("kind"); at != std::string_view::npos; at = line.find("kind", at + 1)) {
    const bool is_quoted = at > 0 && line[at - 1] == '"';
    const std::string_view kind = KindAt(line.substr(is_quoted ? at - 1 : at));
    if (kind == "Secret" || kind == "SecretList") {
      return true;
    }
  }
  return false;
}

}  // namespace kval::redaction
