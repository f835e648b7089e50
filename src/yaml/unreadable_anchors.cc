#include "src/yaml/unreadable_anchors.h"

namespace kval::yaml {

bool UnreadableAnchors::Has(std::string_view name, source::Span place, uint32_t document_begin) {
  constexpr uint32_t kSearches = 8;
  if (document_begin != begin_) {
    begin_ = document_begin;
    seen_ = 0;
    has_unreadable_ = false;
    searches_ = 0;
  }
  if (!FollowsUnreadableText(place) || ++searches_ > kSearches) {
    return false;
  }
  const std::string_view text = source_.Text({begin_, place.begin});
  for (size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    const size_t start = text.find_first_not_of(" \t", at + 1);
    if (start != std::string_view::npos && text.substr(start).starts_with(name)) {
      return true;
    }
  }
  return false;
}

bool UnreadableAnchors::FollowsUnreadableText(source::Span place) {
  for (; !has_unreadable_ && seen_ < errors_.size(); ++seen_) {
    const SyntaxError& error = errors_[seen_];
    const bool is_of_text = error.kind == diag::Kind::kYamlSyntax || error.kind == diag::Kind::kBadIndent;
    has_unreadable_ = is_of_text && error.at.begin >= begin_ && error.at.begin < place.begin;
    if (error.at.begin >= place.begin) {
      break;
    }
  }
  return has_unreadable_;
}

}  // namespace kval::yaml
