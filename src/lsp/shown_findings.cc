#include "src/lsp/shown_findings.h"

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
std::string UriFor(std::string_view uri, const OpenTexts& open) {
  const std::optional<std::string> path = PathOf(uri);
  const auto found = path ? open.texts().find(*path) : open.texts().end();
  return found == open.texts().end() ? std::string(uri) : found->second.uri;
}

Repair RepairOf(const Json* data, const OpenTexts& open) {
  const std::optional<std::string_view> title = TextOf(Member(data, "title"));
  const std::optional<std::string_view> uri = TextOf(Member(data, "uri"));
  const Json* edits = Member(data, "edits");
  if (!title || !uri || edits == nullptr || !edits->is(json::Kind::kArray)) {
    return {};
  }
  Repair repair{std::string(*title), UriFor(*uri, open), {}};
  for (const Json& edit : *edits) {
    repair.edits.push_back({RangeOf(Member(&edit, "range")), std::string(edit.spelling)});
  }
  return repair;
}

ShownFinding FindingOf(const Json& diagnostic, const OpenTexts& open) {
  return {RangeOf(Member(&diagnostic, "range")),
          std::string(TextOf(Member(&diagnostic, "code")).value_or("")), std::string(diagnostic.spelling),
          RepairOf(Member(&diagnostic, "data"), open)};
}

std::string Notification(std::string_view uri, const std::vector<ShownFinding>& findings) {
  std::string all;
  for (const ShownFinding& finding : findings) {
    all.append(all.empty() ? "" : ",").append(finding.json);
  }
  return Joined({R"({"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":)",
                 Quoted(uri), R"(,"diagnostics":[)", all, "]}}"});
}

}  // namespace

struct ShownFindings::Round {
  std::map<std::string, std::vector<ShownFinding>, std::less<>> by_uri;
  std::set<std::string> seen;
  std::map<std::string, std::string> messages;  // the text, the notification

  void TakeLine(std::string_view line, const OpenTexts& open) {
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
    if (!uri || diagnostics == nullptr || !diagnostics->is(json::Kind::kArray)) {
      return;
    }
    const std::string known = UriFor(*uri, open);
    for (const Json& diagnostic : *diagnostics) {
      ShownFinding finding = FindingOf(diagnostic, open);
      if (seen.insert(Joined({known, " ", finding.json})).second) {
        by_uri[known].push_back(std::move(finding));
      }
    }
  }
};

std::vector<std::string> ShownFindings::Take(std::string_view lines, const OpenTexts& open) {
  Round round;
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    round.TakeLine(lines.substr(begin, end - begin), open);
    begin = end + 1;
  }
  std::vector<std::string> news;
  std::map<std::string, std::string> told;
  for (const auto& [path, text] : open.texts()) {
    told[text.uri] = Notification(text.uri, {});
  }
  for (const auto& [uri, findings] : round.by_uri) {
    told[uri] = Notification(uri, findings);
  }
  for (const auto& [uri, notification] : told) {
    const auto known = told_.find(uri);
    if (known == told_.end() || known->second != notification) {
      news.push_back(notification);
    }
  }
  for (const auto& [uri, notification] : told_) {
    if (told.count(uri) == 0 && by_uri_.count(uri) > 0) {
      news.push_back(Notification(uri, {}));
    }
  }
  for (const auto& [text, notification] : round.messages) {
    if (messages_.count(text) == 0) {
      news.push_back(notification);
    }
  }
  by_uri_ = std::move(round.by_uri);
  told_ = std::move(told);
  messages_ = std::move(round.messages);
  return news;
}

std::span<const ShownFinding> ShownFindings::Of(std::string_view uri) const {
  const auto found = by_uri_.find(uri);
  return found == by_uri_.end() ? std::span<const ShownFinding>() : found->second;
}

}  // namespace kval::lsp
