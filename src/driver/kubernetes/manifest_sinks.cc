#include "src/driver/kubernetes/manifest_sinks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/support/ascii.h"
#include "src/support/utf8.h"

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

// Returns the hint for a scalar that has a placeholder, which a program or a person replaces before the
// manifest is applied: `${NAME}`, `{{ name }}`, `$(NAME)`, `__NAME__`, `<name>`, `%NAME%`, `@NAME@`, and
// words such as `CHANGEME`, `YOUR_HOST` and `IMAGE_PLACEHOLDER`. `text`: the source text of the scalar. Empty
// if it has none.
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

// Whether a scalar, which is no valid name, has a word that may be a placeholder: `HOST_NAME`,
// `node-HOSTNAME`.
bool MayHavePlaceholder(Text text) {
  constexpr size_t kShortest = 4;
  return !IsCollection(text) && HasWord(text, [](Text word) {
    return word.size() >= kShortest && std::none_of(word.begin(), word.end(), IsDigit);
  });
}

// Whether a finding is about an existing value, independent of its context.
bool IsAboutWhatIsThere(const diag::Diagnostic& finding) {
  switch (finding.kind) {
    case diag::Kind::kUnknownKey:
      // `$patch`, `$retainKeys`: what kustomize is to do. `(conditions[0])`, `~.a`: an assertion of Chainsaw.
      return finding.path.empty() || finding.path.back().key.find_first_of("$(~") != 0;
    case diag::Kind::kTypeMismatch:
    case diag::Kind::kUnknownResource:
    case diag::Kind::kDeprecatedApi:
    case diag::Kind::kRemovedApi:
    case diag::Kind::kNotManifest:
      return true;
    default:
      return !diag::CategoryOf(finding.kind).concerns_values;
  }
}

void AddHint(Text text, diag::Diagnostic& finding) {
  if (std::string hint = HintForPlaceholder(text); !hint.empty()) {
    finding.hint = std::move(hint);
    finding.fix = {};
  } else if (finding.hint.empty() &&
             (finding.kind == diag::Kind::kFormat || finding.kind == diag::Kind::kBadName) &&
             MayHavePlaceholder(text)) {
    finding.hint = "if this is a placeholder, check the file after it is replaced";
  }
}

// `${NAME}` or `$(NAME)` in a text that has one; else the text, which is an expression.
std::string FirstVariableOf(Text text) {
  constexpr size_t kLongest = 60;
  const size_t begin = std::min({text.find("${"), text.find("$("), text.find("($")});
  if (begin == Text::npos) {
    const size_t quotes = text.starts_with('"') || text.starts_with('\'') ? 1 : 0;
    return utf8::Shorten(text.substr(quotes, text.size() - 2 * quotes), kLongest);
  }
  size_t end = text.find_first_of("})", begin);
  while (end != Text::npos && end + 1 < text.size() && text[end + 1] == text[end]) {
    ++end;  // of an expression in a default
  }
  const Text variable = text.substr(begin, end == Text::npos ? end : end + 1 - begin);
  return utf8::Shorten(variable, kLongest);
}

}  // namespace

Text TemplateOf(const yaml::Document& document, const yaml::File& file) {
  constexpr Text kSource = "# Source: ";
  constexpr size_t kLongest = 300;  // of the shown values
  for (uint32_t i = document.comment_begin; i < document.comment_end; ++i) {
    const source::Span span = file.comments[i].span;
    if (document.root->span.has_value() && span.begin > document.root->span.begin) {
      break;
    }
    if (const Text text = file.source->Text(span); text.starts_with(kSource) && text.size() <= kLongest) {
      return text.substr(kSource.size());
    }
  }
  return {};
}

bool OfPatch::operator()(diag::Diagnostic& finding) const {
  finding.notes.push_back("this is " + what_ + ": its keys and their types are checked, nothing else");
  return IsAboutWhatIsThere(finding);
}

void PlaceholderSink::Consume(diag::Diagnostic finding) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  const bool is_of_value =
      diag::CategoryOf(finding.kind).concerns_values && at.has_value() && sources_.Contains(at);
  if (is_of_value && variables_ != nullptr && variables_->IsUnknown(at, sources_.Text(at))) {
    if (unknown_.count++ == 0) {
      unknown_.first = FirstVariableOf(sources_.Text(at));
      unknown_.at = at;
    }
    return;
  }
  if (is_of_value) {
    AddHint(sources_.Text(at), finding);
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::driver
