#include "src/lsp/published_diagnostics.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include "src/lsp/file_uri.h"
#include "src/lsp/json.h"

namespace kval::lsp {
namespace {

TextRange RangeOf(const Json* value) {
  return {PositionOf(Member(value, "start")), PositionOf(Member(value, "end"))};
}

// As the client calls the text, when it has it open.
std::string UriFor(std::string_view uri, const OpenDocuments& open) {
  const std::optional<std::string> path = PathOf(uri);
  const auto found = path ? open.strings().find(*path) : open.strings().end();
  return found == open.strings().end() ? std::string(uri) : found->second.uri;
}

PublishedFix RepairOf(const Json* data, const OpenDocuments& open) {
  const std::optional<std::string_view> title = TextOf(Member(data, "title"));
  const std::optional<std::string_view> uri = TextOf(Member(data, "uri"));
  const Json* edits = Member(data, "edits");
  if (!title || !uri || edits == nullptr || !edits->is(json::JsonKind::kArray)) {
    return {};
  }
  PublishedFix repair{std::string(*title), UriFor(*uri, open), {}};
  for (const Json& edit : *edits) {
    repair.edits.push_back({RangeOf(Member(&edit, "range")), std::string(edit.spelling)});
  }
  return repair;
}

PublishedDiagnostic FindingOf(const Json& diagnostic, const OpenDocuments& open) {
  return {RangeOf(Member(&diagnostic, "range")),
          std::string(TextOf(Member(&diagnostic, "code")).value_or("")), std::string(diagnostic.spelling),
          RepairOf(Member(&diagnostic, "data"), open)};
}

std::string Notification(std::string_view uri, const std::vector<PublishedDiagnostic>& findings) {
  std::string all;
  for (const PublishedDiagnostic& finding : findings) {
    all.append(all.empty() ? "" : ",").append(finding.json);
  }
  return Joined({R"({"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":)",
                 Quoted(uri), R"(,"diagnostics":[)", all, "]}}"});
}

}  // namespace

struct PublishedDiagnostics::Round {
  std::map<std::string, std::vector<PublishedDiagnostic>, std::less<>> by_uri;
  std::set<std::string> seen;
  std::map<std::string, std::string> messages;  // the text, the notification

  void TakeLine(std::string_view line, const OpenDocuments& open) {
    json::Document notification;
    if (!notification.Parse(line)) {
      return;
    }
    const Json* params = Member(notification.root(), "params");
    if (const auto text = TextOf(Member(params, "message"))) {
      messages.emplace(*text, line);
    }
    const std::optional<std::string_view> uri = TextOf(Member(params, "uri"));
    const Json* diagnostics = Member(params, "diagnostics");
    if (!uri || diagnostics == nullptr || !diagnostics->is(json::JsonKind::kArray)) {
      return;
    }
    const std::string known = UriFor(*uri, open);
    for (const Json& diagnostic : *diagnostics) {
      PublishedDiagnostic finding = FindingOf(diagnostic, open);
      if (seen.insert(Joined({known, " ", finding.json})).second) {
        by_uri[known].push_back(std::move(finding));
      }
    }
  }
};

std::vector<std::string> PublishedDiagnostics::Take(std::string_view lines, const OpenDocuments& open,
                                                    bool are_pulled) {
  Round round;
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    round.TakeLine(lines.substr(begin, end - begin), open);
    begin = end + 1;
  }
  std::vector<std::string> news;
  std::map<std::string, std::string> reported;
  for (const auto& [path, text] : open.strings()) {
    reported[text.uri] = Notification(text.uri, {});
  }
  for (const auto& [uri, findings] : round.by_uri) {
    const bool is_pulled = are_pulled && reported.contains(uri);
    reported[uri] = Notification(uri, is_pulled ? std::vector<PublishedDiagnostic>() : findings);
  }
  for (const auto& [uri, notification] : reported) {
    const auto known = notifications_.find(uri);
    if (known == notifications_.end() || known->second != notification) {
      news.push_back(notification);
    }
  }
  for (const auto& [uri, notification] : notifications_) {
    if (reported.count(uri) == 0 && by_uri_.count(uri) > 0) {
      news.push_back(Notification(uri, {}));
    }
  }
  for (const auto& [text, notification] : round.messages) {
    if (messages_.count(text) == 0) {
      news.push_back(notification);
    }
  }
  by_uri_ = std::move(round.by_uri);
  notifications_ = std::move(reported);
  messages_ = std::move(round.messages);
  return news;
}

std::span<const PublishedDiagnostic> PublishedDiagnostics::Of(std::string_view uri) const {
  const auto found = by_uri_.find(uri);
  return found == by_uri_.end() ? std::span<const PublishedDiagnostic>() : found->second;
}

}  // namespace kval::lsp
