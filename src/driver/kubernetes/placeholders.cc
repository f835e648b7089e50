#include "src/driver/kubernetes/placeholders.h"

#include <algorithm>
#include <iterator>

#include "src/support/ascii.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

bool IsInWord(char c) {
  return IsLetter(c) || IsDigit(c) || c == '_';
}

// Whether `open` is followed by a name and `close`: `__HOST__`, `<your host>`.
bool HasEnclosedName(Text text, Text open, Text close, bool may_have_spaces) {
  for (size_t at = text.find(open); at != Text::npos; at = text.find(open, at + 1)) {
    const Text name = text.substr(at + open.size());
    if (name.empty() || !IsLetter(name.front())) {
      continue;
    }
    const auto end = std::find_if_not(name.begin(), name.end(), [&](char c) {
      return IsInWord(c) || c == '-' || c == '.' || (may_have_spaces && (c == ' ' || c == '|'));
    });
    const auto size = static_cast<size_t>(end - name.begin());
    if (name.substr(0, size + close.size()).find(close) <= size) {
      return true;
    }
  }
  return false;
}

bool IsUpperCase(Text word) {
  return std::none_of(word.begin(), word.end(), IsLower) && std::any_of(word.begin(), word.end(), IsUpper);
}

// Words that a person is to replace.
bool IsToReplace(Text word) {
  constexpr Text kWords[] = {"CHANGEME", "CHANGE_ME", "REPLACEME",   "REPLACE_ME",
                             "TODO",     "FIXME",     "PLACEHOLDER", "XXXX"};
  constexpr Text kBeginnings[] = {"YOUR_", "MY_", "REPLACE_", "PLACEHOLDER_", "INSERT_", "CHANGE_"};
  constexpr Text kEnds[] = {"_PLACEHOLDER", "_HERE"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](Text each) { return word == each; }) ||
         std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](Text each) { return word.starts_with(each); }) ||
         std::any_of(std::begin(kEnds), std::end(kEnds), [&](Text each) { return word.ends_with(each); });
}

// Whether a word of the text, in upper case, is as `fits` demands.
template <typename Fits>
bool HasWord(Text text, Fits fits) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && IsInWord(text[end])) {
      ++end;
    }
    if (const Text word = text.substr(begin, end - begin); IsUpperCase(word) && fits(word)) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

bool HasBetween(Text text, Text open, Text close) {
  const size_t begin = text.find(open);
  return begin != Text::npos && text.find(close, begin) != Text::npos;
}

bool IsCollection(Text text) {
  return text.starts_with('[') || (text.starts_with('{') && !text.starts_with("{{")) ||
         text.find('\n') != Text::npos;
}

}  // namespace

std::string HintForPlaceholder(Text text) {
  constexpr Text kHint = "this is a placeholder: check the file after it is replaced";
  Text command;
  if (IsCollection(text)) {
    return {};
  }
  if (HasBetween(text, "${", "}")) {
    command = "envsubst < FILE";
  } else if (HasBetween(text, "$(", ")")) {  // of a kustomization's `vars`
    command = "kustomize build DIR";
  } else if (!HasBetween(text, "{{", "}}") && !HasEnclosedName(text, "__", "__", false) &&
             !HasEnclosedName(text, "<", ">", true) && !HasEnclosedName(text, "%", "%", false) &&
             !HasEnclosedName(text, "@", "@", false) && !HasWord(text, IsToReplace)) {
    return {};
  }
  return std::string(kHint) +
         (command.empty() ? std::string() : ", as with `" + std::string(command) + " | kval k8s -`");
}

bool MayHavePlaceholder(Text text) {
  constexpr size_t kShortest = 4;
  return !IsCollection(text) && HasWord(text, [](Text word) {
    return word.size() >= kShortest && std::none_of(word.begin(), word.end(), IsDigit);
  });
}

}  // namespace kval::driver
