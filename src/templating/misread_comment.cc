#include "src/templating/misread_comment.h"

#include <algorithm>
#include <array>

namespace kval::templating {
namespace {

// Keywords that start a line of code, for code without the space after `#@`.
constexpr std::array<std::string_view, 11> kCodeWords = {"break", "def",  "elif", "else",   "end",  "for",
                                                         "if",    "load", "pass", "return", "while"};

constexpr std::array<std::string_view, 7> kNamespaces = {"assert/", "data/",     "library/", "overlay/",
                                                         "schema/", "template/", "yaml/"};

bool IsCodeWord(std::string_view name) {
  const size_t end = std::min(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), name.size());
  const std::string_view word = name.substr(0, end);
  const bool is_whole = end == name.size() || (name[end] != '-' && name[end] != '_' && name[end] != '.');
  return is_whole && name.find('/') == std::string_view::npos &&
         std::find(kCodeWords.begin(), kCodeWords.end(), word) != kCodeWords.end();
}

}  // namespace

bool IsGluedCode(std::string_view name) {
  return IsCodeWord(name) || name.find('"') != std::string_view::npos;
}

bool IsLikelyCode(std::string_view name) {
  const std::string_view word = name.substr(0, name.find('.'));
  const bool is_call = name.find_first_of("([") != std::string_view::npos;
  const bool is_namespace = std::any_of(kNamespaces.begin(), kNamespaces.end(), [&](std::string_view each) {
    return each.substr(0, each.size() - 1) == word && (word == name || word != "data");
  });
  return !name.empty() && (is_call || !is_namespace) && name.find_first_of("/-") == std::string_view::npos;
}

std::string_view AnnotationIn(std::string_view code) {
  const size_t begin = std::min(code.find_first_not_of(" \t"), code.size());
  code.remove_prefix(begin);
  const std::string_view name = code.substr(0, code.find_first_of(" \t\r"));
  const auto space = std::find_if(kNamespaces.begin(), kNamespaces.end(),
                                  [name](std::string_view each) { return name.starts_with(each); });
  const bool is_name = space != kNamespaces.end() && name.size() > space->size() &&
                       name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", space->size()) == name.npos;
  return is_name ? name : std::string_view();
}

}  // namespace kval::templating
