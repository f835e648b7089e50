#include "src/yaml/lost_anchors.h"

namespace kval::yaml {

bool LostAnchors::Has(std::string_view name, source::Span place, uint32_t document_begin) {
  constexpr uint32_t kSearches = 8;
  if (document_begin != begin_) {
    begin_ = document_begin;
    seen_ = 0;
    is_broken_ = false;
    searches_ = 0;
  }
  if (!IsBehindBrokenText(place) || ++searches_ > kSearches) {
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

bool LostAnchors::IsBehindBrokenText(source::Span place) {
  for (; !is_broken_ && seen_ < faults_.size(); ++seen_) {
    const Fault& fault = faults_[seen_];
    const bool is_of_text = fault.kind == diag::Kind::kYamlSyntax || fault.kind == diag::Kind::kBadIndent;
    is_broken_ = is_of_text && fault.at.begin >= begin_ && fault.at.begin < place.begin;
    if (fault.at.begin >= place.begin) {
      break;
    }
  }
  return is_broken_;
}

}  // namespace kval::yaml
