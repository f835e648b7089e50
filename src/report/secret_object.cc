#include "src/report/secret_object.h"

#include <algorithm>
#include <array>
#include <string>

#include "src/support/edit_distance.h"

namespace kval::report {
namespace {

// Lines that are looked through for the `kind` of an object, in all.
constexpr uint32_t kLinesOfKinds = 200'000;

bool IsDocumentMark(std::string_view line) {
  return line.starts_with("---") && (line.size() == 3 || line[3] == ' ');
}

// What `kind` says where a line's entry begins; empty when it is another entry.
std::string_view KindAt(std::string_view entry) {
  const bool is_kind =
      entry.starts_with("kind:") || entry.starts_with("\"kind\":") || entry.starts_with("'kind':");
  if (!is_kind) {
    return {};
  }
  entry.remove_prefix(entry.find(':') + 1);
  entry.remove_prefix(std::min(entry.find_first_not_of(" \"'"), entry.size()));
  entry = entry.substr(0, entry.find_first_of(" \"',}\r"));
  return entry.empty() ? "-" : entry;
}

// Where the first entry of a line begins, behind `- `.
size_t EntryOf(std::string_view line, size_t at) {
  while (at + 1 < line.size() && line[at] == '-' && line[at + 1] == ' ') {
    at = std::min(line.find_first_not_of(' ', at + 1), line.size());
  }
  return at;
}

bool IsFieldOfSecret(std::string_view key) {
  constexpr std::array<std::string_view, 5> kFields = {"apiVersion", "kind", "metadata", "type", "immutable"};
  return std::find(kFields.begin(), kFields.end(), key) != kFields.end();
}

}  // namespace

bool IsDataOfSecret(std::string_view key) {
  if (key == "data" || key == "stringData") {
    return true;
  }
  constexpr size_t kLongest = 12;
  if (key.size() < 3 || key.size() > kLongest) {
    return false;
  }
  std::string lower(key);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
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

std::optional<bool> SecretObjects::FindKind(uint32_t number, size_t column, int step) {
  for (int64_t i = int64_t{number} + step; i >= 1 && i <= file_.line_count(); i += step) {
    if (++kind_lines_ > kLinesOfKinds) {
      return true;  // better hidden than shown
    }
    const std::string_view line = Line(static_cast<uint32_t>(i));
    const size_t content = line.find_first_not_of(" \t");
    if (content == std::string_view::npos) {
      continue;
    }
    if (IsDocumentMark(line)) {
      break;
    }
    const size_t at = EntryOf(line, content);
    if (at == column) {
      if (const std::string_view kind = KindAt(line.substr(at)); !kind.empty()) {
        return kind == "Secret";
      }
    } else if (at < column) {
      break;
    }
    if (content < column && step < 0) {
      break;  // `- ` began the object
    }
  }
  return std::nullopt;
}

// Items of a SecretList need not say their kind.
bool SecretObjects::IsInList(uint32_t number) {
  if (number < list_end_) {
    return is_list_;
  }
  is_list_ = false;
  const auto search = [&](int64_t i, int step) {
    for (; i >= 1 && i <= file_.line_count(); i += step) {
      const std::string_view line = Line(static_cast<uint32_t>(i));
      if (IsDocumentMark(line)) {
        break;
      }
      const size_t content = std::min(line.find_first_not_of(" \t"), line.size());
      is_list_ = is_list_ || KindAt(line.substr(content)) == "SecretList";
    }
    return i;
  };
  search(number, -1);
  list_end_ = static_cast<uint32_t>(search(int64_t{number} + 1, 1));
  return is_list_;
}

bool SecretObjects::IsInSecret(uint32_t number, size_t column) {
  for (const int step : {-1, 1}) {
    if (const std::optional<bool> is_secret = FindKind(number, column, step)) {
      return *is_secret;
    }
  }
  return IsInList(number);
}

bool SecretObjects::Holds(uint32_t number, std::string_view key, size_t column, bool has_value) {
  if (IsDataOfSecret(key)) {
    const bool is_in = IsInSecret(number, column);
    open_data_ = is_in && !has_value ? std::optional(column) : std::nullopt;
    return is_in;
  }
  if (!open_data_ || column > *open_data_ || IsFieldOfSecret(key)) {
    open_data_.reset();
    return false;
  }
  const bool is_next_to = column == *open_data_;
  if (!is_next_to) {
    open_data_.reset();
  }
  return is_next_to;
}

}  // namespace kval::report
