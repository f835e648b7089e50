#include "src/redaction/secret_address.h"

#include <algorithm>
#include <array>
#include <string>

#include "src/redaction/placeholder.h"
#include "src/support/ascii_text.h"

namespace kval::redaction {
namespace {

// Services whose addresses grant access.
constexpr std::string_view kWebhooks[] = {"hooks.slack.com/services/",
                                          "hooks.slack.com/workflows/",
                                          "hooks.slack.com/triggers/",
                                          "hooks.slack-gov.com/services/",
                                          "discord.com/api/webhooks/",
                                          "discordapp.com/api/webhooks/",
                                          "discord.com/api/v10/webhooks/",
                                          "discord.com/api/v9/webhooks/",
                                          "outlook.office.com/webhook/",
                                          "outlook.office365.com/webhook/",
                                          "webhook.office.com/webhookb2/",
                                          "chat.googleapis.com/v1/spaces/",
                                          "hooks.zapier.com/hooks/",
                                          "hook.integromat.com/",
                                          "maker.ifttt.com/trigger/",
                                          "api.telegram.org/bot",
                                          "api.telegram.org/file/bot",
                                          "open.feishu.cn/open-apis/bot/v2/hook/",
                                          "open.larksuite.com/open-apis/bot/v2/hook/",
                                          "oapi.dingtalk.com/robot/send?",
                                          "qyapi.weixin.qq.com/cgi-bin/webhook/send?",
                                          "events.pagerduty.com/integration/",
                                          "webexapis.com/v1/webhooks/incoming/",
                                          "api.flock.com/hooks/sendmessage/",
                                          "hc-ping.com/",
                                          "webhook.site/"};
// Mattermost, Rocket.Chat and others: on a host of any name.
constexpr std::string_view kPath = "hooks/";
constexpr size_t kLeastId = 20;

constexpr std::array<bool, 128> kBeginnings = [] {
  std::array<bool, 128> beginnings{};
  for (const std::string_view hook : kWebhooks) {
    beginnings[static_cast<size_t>(hook[0])] = true;
  }
  beginnings['h'] = true;
  return beginnings;
}();

// Where a slash ends that begins at `at`, in any spelling, with the port in front of it; `at` if there is
// none.
size_t EndOfSlash(std::string_view text, size_t at) {
  size_t end = at;
  if (end < text.size() && text[end] == ':') {
    end = std::min(text.find_first_not_of("0123456789", end + 1), text.size());
  }
  const std::string_view rest = text.substr(end, 3);
  const size_t size = rest.starts_with('/')                                ? 1
                      : rest.starts_with("\\/")                            ? 2
                      : rest.starts_with("%2F") || rest.starts_with("%2f") ? 3
                                                                           : 0;
  return size == 0 ? at : end + size;
}

// Where `prefix` ends that begins at `at`; `at` if it does not begin there.
size_t EndOfPrefix(std::string_view text, size_t at, std::string_view prefix) {
  size_t end = at;
  for (const char c : prefix) {
    const size_t next =
        c == '/' ? EndOfSlash(text, end) : end + (end < text.size() && ToLower(text[end]) == c ? 1 : 0);
    if (next == end) {
      return at;
    }
    end = next;
  }
  return end;
}

// The id behind `/hooks/`: letters and digits only, many of them.
OffsetRange IdOfHook(std::string_view text, size_t at) {
  const size_t begin = at > 0 && text[at - 1] == '/' ? EndOfPrefix(text, at, kPath) : at;
  size_t end = begin;
  bool has_digit = false;
  while (
      begin > at && end < text.size() &&
      ((text[end] >= '0' && text[end] <= '9') || (ToLower(text[end]) >= 'a' && ToLower(text[end]) <= 'z'))) {
    has_digit = has_digit || (text[end] >= '0' && text[end] <= '9');
    ++end;
  }
  return has_digit && end - begin >= kLeastId ? RestOfAddress(text, begin) : OffsetRange{};
}

// Whether the part of an address is filled in later; its closing bracket is no part of an address.
bool IsFilledIn(std::string_view part) {
  return part.find("{{") != std::string_view::npos || IsPlaceholder(part) ||
         (part.starts_with('$') &&
          (IsPlaceholder(std::string(part) + "}") || IsPlaceholder(std::string(part) + ")")));
}

// Adds the longest component of an address, where position does not distinguish them, and all that look like
// an id.
void AddParts(std::vector<OffsetRange>& pieces, std::string_view text, OffsetRange address) {
  constexpr size_t kLeastSecret = 8;
  std::vector<OffsetRange> parts;
  size_t longest = 0;
  for (size_t at = address.begin; at < address.end;) {
    const size_t end = std::min(text.find_first_of("/\\%?&=", at), address.end);
    parts.push_back({at, end});
    longest = std::max(longest, end - at);
    at = end + 1 + (end < address.end && text[end] == '%' ? 2 : 0);
  }
  for (const OffsetRange part : parts) {
    const std::string_view word = text.substr(part.begin, part.end - part.begin);
    const bool is_id =
        word.size() >= kLeastSecret && word.find_first_of("0123456789") != std::string_view::npos;
    if (!word.empty() && (is_id || word.size() == longest) && !IsFilledIn(word)) {
      pieces.push_back(part);
    }
  }
}

}  // namespace

OffsetRange RestOfAddress(std::string_view text, size_t at, std::string_view ends) {
  constexpr size_t kMost = 2048;
  text = text.substr(0, at + kMost);
  const size_t end = std::min(text.find_first_of(" \t\"'`<>#,;)]}", at), text.find_first_of(ends, at));
  return {at, std::min(end, text.size())};
}

void AddSecretsOfWebhook(std::vector<OffsetRange>& pieces, std::string_view text, size_t at) {
  const size_t first = static_cast<unsigned char>(ToLower(text[at]));
  if (first >= kBeginnings.size() || !kBeginnings[first]) {
    return;
  }
  // Most words differ from every prefix in one of their first two characters.
  const char second = at + 1 < text.size() ? ToLower(text[at + 1]) : '\0';
  for (const std::string_view hook : kWebhooks) {
    if (hook[0] != static_cast<char>(first) || hook[1] != second) {
      continue;
    }
    if (const size_t end = EndOfPrefix(text, at, hook); end > at) {
      return AddParts(pieces, text, RestOfAddress(text, end));
    }
  }
  AddParts(pieces, text, IdOfHook(text, at));
}

}  // namespace kval::redaction
