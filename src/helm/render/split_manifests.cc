#include "src/helm/render/split_manifests.h"

#include <algorithm>

#include "src/helm/functions/unicode.h"

namespace kval::helm::render {
namespace {

using functions::TrimmedSpace;

constexpr std::string_view kMarker = "---";
constexpr std::string_view kSpace = "\t\n\f\r ";  // `\s` of Go's regular expressions

std::string_view TrimmedLeft(std::string_view text) {
  const std::string_view trimmed = TrimmedSpace(text);
  return trimmed.empty() ? std::string_view()
                         : text.substr(static_cast<size_t>(trimmed.data() - text.data()));
}

// Splits at `(?:^|\s*\n)---\s*`.
std::vector<std::string_view> SplitAsHelm3(std::string_view text) {
  text = TrimmedSpace(text);
  std::vector<std::string_view> documents;
  const auto add = [&](std::string_view document) {
    if (!document.empty()) {
      documents.push_back(TrimmedSpace(document));
    }
  };
  size_t begin = 0;
  for (size_t at = text.find(kMarker); at != std::string_view::npos; at = text.find(kMarker, at)) {
    // A line break that an earlier marker took does not count.
    if (at != 0 && (at <= begin || text[at - 1] != '\n')) {
      ++at;
      continue;
    }
    const std::string_view before = text.substr(begin, at - begin);
    add(before.substr(0, before.find_last_not_of(kSpace) + 1));
    begin = std::min(text.find_first_not_of(kSpace, at + kMarker.size()), text.size());
    at = begin;
  }
  add(text.substr(begin));
  return documents;
}

// Splits at `(?m)^---[ \t]*`.
std::vector<std::string_view> SplitAsHelm4(std::string_view text) {
  text = TrimmedLeft(text);
  std::vector<std::string_view> documents;
  const auto add = [&](std::string_view document) {
    document = TrimmedLeft(document);
    if (!document.empty()) {
      documents.push_back(document);
    }
  };
  size_t begin = 0;
  for (size_t at = text.find(kMarker); at != std::string_view::npos; at = text.find(kMarker, at)) {
    if (at != 0 && text[at - 1] != '\n') {
      ++at;
      continue;
    }
    add(text.substr(begin, at - begin));
    begin = std::min(text.find_first_not_of(" \t", at + kMarker.size()), text.size());
    at = begin;
  }
  add(text.substr(begin));
  return documents;
}

}  // namespace

std::vector<std::string_view> SplitManifests(std::string_view text, Version helm) {
  return helm == Version::kHelm3 ? SplitAsHelm3(text) : SplitAsHelm4(text);
}

}  // namespace kval::helm::render
