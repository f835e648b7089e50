#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <optional>

#include "annotations/annotation.h"

namespace kval::cli {
namespace {

using annotations::ParamSpec;
using annotations::Spec;

constexpr std::string_view kMark = "#@";

bool IsInName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '-' || c == '_';
}

// The annotation of a line.
struct AnnotationPosition {
  size_t name;           // the byte where its name begins, behind `#@`
  std::string_view all;  // the line from there on
};

// Returns nullopt if no annotation precedes the position: code (`#@ x`) is not one.
std::optional<AnnotationPosition> PlaceAt(std::string_view text, size_t at) {
  const size_t before = text.substr(0, at).rfind('\n');
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const size_t mark = text.substr(begin, at - begin).rfind(kMark);
  if (mark == std::string_view::npos) {
    return std::nullopt;
  }
  const size_t name = begin + mark + kMark.size();
  const size_t end = std::min(text.find_first_of("\r\n", name), text.size());
  return at < name || at > end ? std::nullopt
                               : std::optional<AnnotationPosition>({name, text.substr(name, end - name)});
}

std::string_view NameOf(std::string_view all) {
  return all.substr(0, static_cast<size_t>(std::find_if_not(all.begin(), all.end(), IsInName) - all.begin()));
}

}  // namespace

std::string AnnotationHoverAt(std::string_view text, size_t at) {
  const std::optional<AnnotationPosition> place = PlaceAt(text, at);
  const std::string_view name = place ? NameOf(place->all) : std::string_view();
  const Spec* spec = place && at <= place->name + name.size() ? annotations::Find(name) : nullptr;
  if (spec == nullptr) {
    return {};
  }
  std::string page = "**" + At(*spec) + "** " + std::string(spec->summary) + "\n";
  page += spec->details.empty() ? "" : "\n" + std::string(spec->details) + "\n";
  for (const ParamSpec& param : spec->params) {
    page.append("\n- ").append(param.name.empty() ? param.label : param.name);
    page.append(param.name.empty() ? ": " : "=: ").append(param.doc);
  }
  return page + (spec->params.empty() ? "" : "\n") + "\n```yaml\n" + std::string(spec->example) + "\n```\n";
}

AnnotationCompletions AnnotationCompletionsAt(std::string_view text, size_t at) {
  AnnotationCompletions found;
  const std::optional<AnnotationPosition> place = PlaceAt(text, at);
  if (!place) {
    return found;
  }
  const std::string_view typed = place->all.substr(0, at - place->name);
  const std::string_view name = NameOf(typed);
  if (name.size() == typed.size()) {
    found.begin = place->name - 1;
    for (const Spec* spec : annotations::All()) {
      found.words.push_back({At(*spec), spec->summary});
    }
    return found;
  }
  const Spec* spec = annotations::Find(name);
  const size_t word = typed.find_last_of(" ,(") + 1;
  // Within a value nothing is known.
  const bool is_open = std::count(typed.begin(), typed.end(), '"') % 2 == 0 &&
                       typed.substr(word).find_first_of("=[{\"'") == std::string_view::npos;
  if (spec != nullptr && is_open) {
    found.begin = place->name + word;
    for (const ParamSpec& param : spec->params) {
      if (!param.name.empty()) {
        found.words.push_back({std::string(param.name) + "=", param.doc});
      }
    }
  }
  return found;
}

}  // namespace kval::cli
