#include "src/cli/lsp/known_values.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace kval::cli {
namespace {

struct Row {
  std::string_view document, path, values;
};

constexpr Row kRows[] = {
#define KVAL_KNOWN_VALUES(document, path, values) {document, path, values},
#define KVAL_KNOWN_NAMES(document, path, source)
#include "src/cli/lsp/known_values.def"
#undef KVAL_KNOWN_VALUES
#undef KVAL_KNOWN_NAMES
};

constexpr Row kNames[] = {
#define KVAL_KNOWN_VALUES(document, path, values)
#define KVAL_KNOWN_NAMES(document, path, source) {document, path, source},
#include "src/cli/lsp/known_values.def"
#undef KVAL_KNOWN_VALUES
#undef KVAL_KNOWN_NAMES
};

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool Matches(std::string_view pattern, const std::vector<api::PathStep>& path, bool of_keys) {
  std::vector<std::string_view> parts = Split(pattern, '.');
  const bool is_of_keys = parts.back() == "{}";
  const bool is_end = parts.front() == "**";
  parts.erase(parts.begin(), parts.begin() + (is_end ? 1 : 0));
  if (is_of_keys != of_keys || path.size() < parts.size() || (!is_end && path.size() != parts.size())) {
    return false;
  }
  return std::equal(parts.begin(), parts.end(), path.end() - static_cast<std::ptrdiff_t>(parts.size()),
                    [](std::string_view part, const api::PathStep& step) {
                      return part == "*" || part == "{}" || (step.index < 0 && part == step.key);
                    });
}

// Returns the last column of the row for a path; empty if there is none.
template <size_t Size>
std::string_view FindRow(const Row (&rows)[Size], std::string_view document,
                         const std::vector<api::PathStep>& path, bool of_keys) {
  const bool is_resource = document.find('/') != std::string_view::npos;
  const Row* const row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& one) {
    return (one.document.empty() ? is_resource : one.document == document) &&
           Matches(one.path, path, of_keys);
  });
  return row == std::end(rows) ? std::string_view() : row->values;
}

}  // namespace

std::vector<std::string_view> KnownValues(std::string_view document, const std::vector<api::PathStep>& path,
                                          bool of_keys) {
  return Split(FindRow(kRows, document, path, of_keys), ' ');
}

std::string_view NameSource(std::string_view document, const std::vector<api::PathStep>& path, bool of_keys) {
  return FindRow(kNames, document, path, of_keys);
}

}  // namespace kval::cli
