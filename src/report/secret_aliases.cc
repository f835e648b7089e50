#include "src/report/secret_aliases.h"

#include <algorithm>

namespace kval::report {

void SecretAliases::AddLine(uint32_t number, std::string_view line) {
  if (line.find('*') != std::string_view::npos) {
    for (const std::string_view name : FindAliases(line)) {
      alias_names_.insert(name);
    }
  }
  if (line.find('&') == std::string_view::npos) {
    return;
  }
  const size_t content = line.find_first_not_of(" \t-");
  // For an item, everything after its dash.
  const size_t column = line[content] == '&' ? line.find_first_not_of(" \t") : content;
  for (const AnchorOccurrence& place : FindAnchors(line)) {
    anchor_names_.insert(place.name);
    anchors_[place.name].push_back({number, column, place});
  }
}

bool SecretAliases::Take(uint32_t number, OffsetRange piece, std::string_view text) {
  if (text.find('*') == std::string_view::npos) {
    return false;
  }
  for (const std::string_view name : FindAliases(text)) {
    secret_aliases_.push_back(name);
  }
  if (!IsAlias(text)) {
    return false;
  }
  lone_aliases_.push_back({number, piece, text.substr(1)});
  return true;
}

void SecretAliases::TakeAnchor(uint32_t number, OffsetRange piece, std::string_view anchor) {
  lone_anchors_.push_back({number, piece, anchor.substr(1)});
}

std::vector<SecretAliases::Anchor> SecretAliases::TakeAnchors() {
  std::vector<Anchor> anchors;
  for (const std::string_view name : std::exchange(secret_aliases_, {})) {
    if (const auto found = anchors_.find(name); found != anchors_.end()) {
      anchors.insert(anchors.end(), found->second.begin(), found->second.end());
      anchors_.erase(found);
    }
  }
  std::sort(anchors.begin(), anchors.end(), [](const Anchor& a, const Anchor& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  return anchors;
}

std::vector<std::pair<uint32_t, OffsetRange>> SecretAliases::Unmatched() const {
  std::vector<std::pair<uint32_t, OffsetRange>> unmatched;
  for (const AliasUse& alias : lone_aliases_) {
    if (!anchor_names_.contains(alias.name)) {
      unmatched.emplace_back(alias.line, alias.piece);
    }
  }
  for (const AliasUse& anchor : lone_anchors_) {
    if (!alias_names_.contains(anchor.name)) {
      unmatched.emplace_back(anchor.line, anchor.piece);
    }
  }
  return unmatched;
}

}  // namespace kval::report
