#include "src/yaml/directives.h"

namespace kval::yaml {
namespace {

std::string_view NextWord(std::string_view* text) {
  size_t begin = 0;
  while (begin < text->size() && IsSpaceOrTab((*text)[begin])) {
    ++begin;
  }
  size_t end = begin;
  while (end < text->size() && !IsSpaceOrTab((*text)[end])) {
    ++end;
  }
  const std::string_view word = text->substr(begin, end - begin);
  text->remove_prefix(end);
  return word;
}

bool IsVersion(std::string_view word) {
  const size_t dot = word.find('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < word.size() &&
         word.find_first_not_of("0123456789.") == std::string_view::npos &&
         word.find('.', dot + 1) == std::string_view::npos;
}

}  // namespace

void Directives::ReadVersion(const char* end) {
  const char* const begin = scanner_.position();
  std::string_view rest(begin, static_cast<size_t>(end - begin));
  NextWord(&rest);
  const std::string_view version = NextWord(&rest);
  const std::string_view extra = NextWord(&rest);
  const source::Span span = scanner_.SpanOf(begin, end);
  if (has_version_) {
    scanner_.Report(
        {diag::Kind::kYamlSyntax, span, "a document can have only one `%YAML` directive", "", {}, {}, ""});
  } else if (!IsVersion(version) || (!extra.empty() && extra[0] != '#')) {
    scanner_.Report({diag::Kind::kYamlSyntax,
                     span,
                     "a `%YAML` directive needs one version",
                     "",
                     {},
                     {},
                     "write `%YAML 1.2`"});
  }
  has_version_ = true;
}

void Directives::ReadTag(const char* end) {
  const char* const begin = scanner_.position();
  std::string_view rest(begin, static_cast<size_t>(end - begin));
  NextWord(&rest);
  const std::string_view handle = NextWord(&rest);
  const std::string_view prefix = NextWord(&rest);
  if (handle.empty() || prefix.empty() || handle.front() != '!' || handle.back() != '!') {
    scanner_.Report({diag::Kind::kYamlSyntax,
                     scanner_.SpanOf(begin, end),
                     "a `%TAG` directive needs a handle and a prefix",
                     "",
                     {},
                     {},
                     "write `%TAG !e! tag:example.com,2000:`"});
    return;
  }
  // YAML 1.2.2, section 6.8.2
  if (!tag_handles_.insert(handle).second) {
    scanner_.Report({diag::Kind::kYamlSyntax,
                     scanner_.SpanOf(begin, end),
                     "a document can have only one `%TAG` directive for each handle",
                     "",
                     {},
                     {},
                     "remove one of them, or use another handle"});
  }
  scanner_.out().tag_directives.push_back({scanner_.SpanOf(handle.data(), handle.data() + handle.size()),
                                           scanner_.SpanOf(prefix.data(), prefix.data() + prefix.size()),
                                           static_cast<uint32_t>(scanner_.out().events.size())});
}

bool Directives::Read() {
  bool found = false;
  has_version_ = false;
  decltype(tag_handles_)().swap(tag_handles_);
  while (scanner_.Peek() == '%' && scanner_.Column() == 0) {
    const char* const begin = scanner_.position();
    const char* end = begin;
    while (!IsBreak(*end) && !(*end == '#' && IsSpaceOrTab(end[-1]))) {
      ++end;
    }
    std::string_view text(begin, static_cast<size_t>(end - begin));
    const std::string_view name = NextWord(&text);
    if (needs_end_mark_) {
      scanner_.Report({diag::Kind::kYamlSyntax,
                       scanner_.SpanOf(begin, begin + name.size()),
                       "a directive cannot follow a document without its end marker",
                       "",
                       {},
                       {},
                       "write `...` before it"});
      needs_end_mark_ = false;
    }
    if (name == "%YAML") {
      ReadVersion(end);
    } else if (name == "%TAG") {
      ReadTag(end);
    }
    found = true;
    scanner_.MoveTo(end);
    if (scanner_.Peek() == '#') {
      scanner_.TakeComment(true);
    }
    scanner_.SkipToContent();
  }
  return found;
}

}  // namespace kval::yaml
