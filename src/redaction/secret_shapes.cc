#include "src/redaction/secret_shapes.h"

#include <re2/re2.h>
#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <string>

#include "src/redaction/placeholder.h"
#include "src/redaction/token_shapes.h"
#include "src/support/ascii_text.h"
#include "src/support/take_part.h"

namespace kval::redaction {
namespace {

// Secrets in addresses of the web.

// Returns the rest of an address from `at` on; it also ends at a character of `ends`. Limited to the maximum
// length of addresses, because addresses may overlap and each would scan the rest again.
OffsetRange RestOfAddress(std::string_view text, size_t at, std::string_view ends = {});

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

OffsetRange RestOfAddress(std::string_view text, size_t at, std::string_view ends) {
  constexpr size_t kMost = 2048;
  text = text.substr(0, at + kMost);
  const size_t end = std::min(text.find_first_of(" \t\"'`<>#,;)]}", at), text.find_first_of(ends, at));
  return {at, std::min(end, text.size())};
}

// Adds the secret parts of a webhook or bot address that starts a word at `at`: they permit posting there.
// Slashes may be escaped, as `\\/` or `%2F`.
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

bool StartsWithLower(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(), [](char a, char b) { return a == ToLower(b); });
}

// The shapes by the first two bytes of their keywords: nearly no text begins with those of one.
class ShapeIndex {
 public:
  ShapeIndex() {
    for (const TokenShape& shape : TokenShapes()) {
      for (std::string_view rest = shape.keywords; !rest.empty();) {
        const std::string_view keyword = TakePart(rest, ' ');
        Add(keyword, shape);
      }
    }
  }

  template <typename Take>
  void EachAt(std::string_view text, size_t at, const Take& take) const {
    const bool may_begin = single_[static_cast<unsigned char>(text[at])] ||
                           (at + 1 < text.size() && begins_[PairOf(text[at], text[at + 1])]);
    if (!may_begin) {
      return;
    }
    const std::string_view rest = text.substr(at);
    for (const Entry& entry : entries_[static_cast<unsigned char>(ToLower(text[at]))]) {
      if (entry.shape->in_any_case ? StartsWithLower(rest, entry.keyword) : rest.starts_with(entry.keyword)) {
        take(*entry.shape, entry.keyword.size());
      }
    }
  }

 private:
  struct Entry {
    std::string_view keyword;
    const TokenShape* shape;
  };

  static size_t PairOf(char first, char second) {
    return static_cast<unsigned char>(first) * size_t{256} + static_cast<unsigned char>(second);
  }

  void Add(std::string_view keyword, const TokenShape& shape) {
    const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
    entries_[static_cast<unsigned char>(ToLower(keyword[0]))].push_back({keyword, &shape});
    if (keyword.size() == 1) {
      single_[static_cast<unsigned char>(keyword[0])] = true;
      return;
    }
    begins_.set(PairOf(keyword[0], keyword[1]));
    if (shape.in_any_case) {
      begins_.set(PairOf(upper(keyword[0]), keyword[1]));
      begins_.set(PairOf(keyword[0], upper(keyword[1])));
      begins_.set(PairOf(upper(keyword[0]), upper(keyword[1])));
    }
  }

  std::array<bool, 256> single_{};  // whether the byte is a keyword
  std::bitset<65536> begins_;
  std::array<std::vector<Entry>, 256> entries_;  // by the first byte, in lower case
};

bool HasMixture(std::string_view text, Mixture mixture) {
  const auto has = [&](auto is, size_t from = 0) {
    return std::any_of(text.begin() + static_cast<ptrdiff_t>(from), text.end(), is);
  };
  const auto is_capital = [](char c) { return c != ToLower(c); };
  switch (mixture) {
    case Mixture::kAny:
      return true;
    case Mixture::kDigitOrCapital:
      return has(IsDigit) || has(is_capital, 1);
    case Mixture::kAllCases:
      return has(IsDigit) && has(is_capital) && has([](char c) { return c >= 'a' && c <= 'z'; });
  }
  return true;
}

// Returns the secret of a shape with the keyword at `at`; empty if the text does not match.
OffsetRange MatchAt(const TokenShape& shape, std::string_view text, size_t at, size_t keyword_size) {
  size_t begin = at;
  size_t end = text.size();
  if (shape.before > 0) {
    const size_t next = at + keyword_size;
    if (at == 0 || next >= end || next + shape.after > end || text[next] == ' ') {
      return {};  // `key: value`
    }
    constexpr size_t kLongestAfter = 53;
    begin = at - std::min<size_t>(at, shape.before);
    const size_t separator = text.substr(begin, at - begin).find_last_of(" \t\"'`=/");
    begin += separator == std::string_view::npos ? 0 : separator + 1;
    end = std::min(end, at + kLongestAfter);
  }
  std::array<re2::StringPiece, 2> groups;
  const RE2& expression = *shape.expression;
  const int count = expression.NumberOfCapturingGroups();
  if (!expression.Match(text, begin, end, RE2::ANCHOR_START, groups.data(), count + 1)) {
    return {};
  }
  const re2::StringPiece& found = groups[static_cast<size_t>(count)];
  return HasMixture({found.data(), found.size()}, shape.mixture)
             ? OffsetRange{static_cast<size_t>(found.data() - text.data()),
                           static_cast<size_t>(found.data() - text.data()) + found.size()}
             : OffsetRange{};
}

// Whether a word begins at `at`, also an address in the query of another.
bool BeginsWord(std::string_view text, size_t at) {
  return at == 0 || (!IsAlnum(text[at - 1]) && text[at - 1] != '_') ||
         (at > 2 && text[at - 3] == '%' && StartsWithLower(text.substr(at - 3), "%2f"));
}

// What hides a secret already.
bool IsHidden(std::string_view text) {
  return IsPlaceholder(text) || text.find_first_not_of("*x") == std::string_view::npos;
}

constexpr std::string_view kBegin = "-----BEGIN ";
constexpr std::string_view kEnd = "-----END ";

}  // namespace

bool BeginsPrivateKey(std::string_view line) {
  const size_t begin = line.find(kBegin);
  return begin != std::string_view::npos && line.find("PRIVATE KEY", begin) != std::string_view::npos;
}

bool EndsPrivateKey(std::string_view line) {
  const size_t end = line.find(kEnd);
  return end != std::string_view::npos && line.find("PRIVATE KEY", end) != std::string_view::npos;
}

std::vector<OffsetRange> FindSecretShapes(std::string_view text) {
  static const ShapeIndex kIndex;
  std::vector<OffsetRange> pieces;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_word = IsAlnum(text[i]);
    if (is_word && !BeginsWord(text, i)) {
      continue;
    }
    const size_t before = pieces.size();
    kIndex.EachAt(text, i, [&](const TokenShape& shape, size_t size) {
      pieces.push_back(MatchAt(shape, text, i, size));
    });
    if (is_word) {
      AddSecretsOfWebhook(pieces, text, i);
    }
    if (pieces.size() == before) {
      continue;
    }
    const auto is_none = [&](OffsetRange piece) {
      return piece.end <= piece.begin || IsHidden(text.substr(piece.begin, piece.end - piece.begin));
    };
    pieces.erase(std::remove_if(pieces.begin() + static_cast<ptrdiff_t>(before), pieces.end(), is_none),
                 pieces.end());
    if (pieces.size() > before && text[i] != '@') {
      i = std::max(i, pieces.back().end - 1);
    }
  }
  return pieces;
}

}  // namespace kval::redaction
