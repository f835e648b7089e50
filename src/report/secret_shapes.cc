#include "src/report/secret_shapes.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "src/report/placeholder.h"
#include "src/report/secret_address.h"

namespace kval::report {
namespace {

constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool IsUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool IsAlnum(char c) {
  return IsDigit(c) || IsUpper(c) || (c >= 'a' && c <= 'z');
}

enum class Alphabet : uint8_t { kAlnum, kUpper, kWord, kDotted };

constexpr bool IsOf(char c, Alphabet alphabet) {
  switch (alphabet) {
    case Alphabet::kUpper:
      return IsUpper(c) || IsDigit(c);
    case Alphabet::kAlnum:
      return IsAlnum(c);
    case Alphabet::kWord:
      return IsAlnum(c) || c == '_' || c == '-';
    case Alphabet::kDotted:
      return IsAlnum(c) || c == '_' || c == '-' || c == '.';
  }
  return false;
}

// Who gives the tokens out says how they look; `least` is shorter than theirs, so that shortened ones count
// too.
struct Token {
  std::string_view prefix;
  size_t least;  // characters after the prefix
  Alphabet alphabet;
};
constexpr Token kTokens[] = {{"ghp_", 16, Alphabet::kAlnum},
                             {"gho_", 16, Alphabet::kAlnum},
                             {"ghu_", 16, Alphabet::kAlnum},
                             {"ghs_", 16, Alphabet::kAlnum},
                             {"ghr_", 16, Alphabet::kAlnum},
                             {"github_pat_", 16, Alphabet::kWord},
                             {"glpat-", 16, Alphabet::kDotted},
                             {"gldt-", 16, Alphabet::kWord},
                             {"glrt-", 16, Alphabet::kWord},
                             {"glsa_", 16, Alphabet::kWord},
                             {"AKIA", 16, Alphabet::kUpper},
                             {"ASIA", 16, Alphabet::kUpper},
                             {"ABIA", 16, Alphabet::kUpper},
                             {"ACCA", 16, Alphabet::kUpper},
                             {"xoxb-", 10, Alphabet::kWord},
                             {"xoxp-", 10, Alphabet::kWord},
                             {"xoxa-", 10, Alphabet::kWord},
                             {"xoxr-", 10, Alphabet::kWord},
                             {"xoxs-", 10, Alphabet::kWord},
                             {"xapp-", 10, Alphabet::kWord},
                             {"sk_live_", 10, Alphabet::kAlnum},
                             {"sk_test_", 10, Alphabet::kAlnum},
                             {"rk_live_", 10, Alphabet::kAlnum},
                             {"rk_test_", 10, Alphabet::kAlnum},
                             {"whsec_", 16, Alphabet::kAlnum},
                             {"sk-proj-", 16, Alphabet::kWord},
                             {"sk-ant-", 16, Alphabet::kWord},
                             {"sk-", 32, Alphabet::kAlnum},
                             {"AIza", 30, Alphabet::kWord},
                             {"ya29.", 16, Alphabet::kDotted},
                             {"GOCSPX-", 16, Alphabet::kWord},
                             {"npm_", 30, Alphabet::kAlnum},
                             {"pypi-", 50, Alphabet::kWord},
                             {"dop_v1_", 32, Alphabet::kAlnum},
                             {"doo_v1_", 32, Alphabet::kAlnum},
                             {"SG.", 40, Alphabet::kDotted},
                             {"shpat_", 24, Alphabet::kAlnum},
                             {"shpss_", 24, Alphabet::kAlnum},
                             {"hvs.", 16, Alphabet::kWord},
                             {"hvb.", 16, Alphabet::kWord},
                             {"hf_", 30, Alphabet::kAlnum},
                             {"lin_api_", 24, Alphabet::kAlnum},
                             {"dckr_pat_", 16, Alphabet::kWord},
                             {"dapi", 32, Alphabet::kAlnum},
                             {"sq0atp-", 16, Alphabet::kWord},
                             {"sq0csp-", 16, Alphabet::kWord},
                             {"NRAK-", 16, Alphabet::kUpper},
                             {"PMAK-", 24, Alphabet::kWord},
                             {"tfp_", 24, Alphabet::kAlnum},
                             {"atlasv1.", 24, Alphabet::kWord},
                             {"glptt-", 16, Alphabet::kWord},
                             {"glft-", 16, Alphabet::kWord},
                             {"gloas-", 16, Alphabet::kWord},
                             {"glcbt-", 16, Alphabet::kWord},
                             {"xoxe-", 10, Alphabet::kWord},
                             {"xoxe.", 10, Alphabet::kDotted},
                             {"sbp_", 24, Alphabet::kAlnum},
                             {"sntrys_", 24, Alphabet::kWord},
                             {"rubygems_", 24, Alphabet::kAlnum},
                             {"shpca_", 24, Alphabet::kAlnum},
                             {"shppa_", 24, Alphabet::kAlnum},
                             {"gsk_", 32, Alphabet::kAlnum},
                             {"r8_", 24, Alphabet::kAlnum},
                             {"xai-", 32, Alphabet::kAlnum},
                             {"ntn_", 32, Alphabet::kAlnum},
                             {"pul-", 32, Alphabet::kAlnum},
                             {"dt0c01.", 24, Alphabet::kDotted},
                             {"glc_", 24, Alphabet::kWord},
                             {"sk-or-", 24, Alphabet::kWord},
                             {"sk-svcacct-", 16, Alphabet::kWord},
                             {"syt_", 16, Alphabet::kWord},
                             {"figd_", 16, Alphabet::kWord},
                             {"ATATT3", 24, Alphabet::kWord},
                             {"EAACEdEose0cBA", 8, Alphabet::kAlnum},
                             {"AGE-SECRET-KEY-1", 24, Alphabet::kUpper}};

// Whether a token begins with these two characters: nearly no word of a text does.
constexpr size_t kAscii = 128;
using Pairs = std::array<std::array<bool, kAscii>, kAscii>;
constexpr Pairs kBeginnings = [] {
  Pairs pairs{};
  for (const Token& token : kTokens) {
    pairs[static_cast<size_t>(token.prefix[0])][static_cast<size_t>(token.prefix[1])] = true;
  }
  return pairs;
}();

bool MayBegin(std::string_view text, size_t at) {
  const size_t first = static_cast<unsigned char>(text[at]);
  const size_t second = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
  return first < kAscii && second < kAscii && kBeginnings[first][second];
}

constexpr std::string_view kBegin = "-----BEGIN ";
constexpr std::string_view kEnd = "-----END ";

size_t EndOf(std::string_view text, size_t at, Alphabet alphabet) {
  while (at < text.size() && IsOf(text[at], alphabet)) {
    ++at;
  }
  return at;
}

// A token that begins a word at `at`. AWS's have one length exactly.
OffsetRange TokenAt(std::string_view text, size_t at) {
  if (!MayBegin(text, at)) {
    return {};
  }
  for (const Token& token : kTokens) {
    if (!text.substr(at).starts_with(token.prefix)) {
      continue;
    }
    const size_t begin = at + token.prefix.size();
    const size_t end = EndOf(text, begin, token.alphabet);
    const bool fits = token.prefix.size() == 4 && token.alphabet == Alphabet::kUpper
                          ? end - begin == token.least && (end == text.size() || !IsAlnum(text[end]))
                          : end - begin >= token.least;
    if (fits) {
      return {at, end};
    }
  }
  return {};
}

// `eyJ….eyJ….…`: header and payload are JSON objects; the signature may be missing.
OffsetRange WebTokenAt(std::string_view text, size_t at) {
  if (!text.substr(at).starts_with("eyJ")) {
    return {};
  }
  const size_t header = EndOf(text, at, Alphabet::kWord);
  if (header - at < 10 || !text.substr(header).starts_with(".eyJ")) {
    return {};
  }
  const size_t payload = EndOf(text, header + 1, Alphabet::kWord);
  const bool has_signature = payload < text.size() && text[payload] == '.';
  return {at, has_signature ? EndOf(text, payload + 1, Alphabet::kWord) : payload};
}

// Discord's: the number of the bot in base64, a time, a signature.
OffsetRange DiscordTokenAt(std::string_view text, size_t at) {
  const size_t number = EndOf(text, at, Alphabet::kWord);
  const size_t time =
      number < text.size() && text[number] == '.' ? EndOf(text, number + 1, Alphabet::kWord) : number;
  if (number - at < 23 || number - at > 28 || time - number < 6 || time - number > 8 || time >= text.size() ||
      text[time] != '.') {
    return {};
  }
  const size_t end = EndOf(text, time + 1, Alphabet::kWord);
  return end - time > 26 ? OffsetRange{at, end} : OffsetRange{};
}

// Telegram's: the number of the bot and, behind the colon at `at`, a signature.
OffsetRange TelegramTokenAt(std::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0 && at - begin <= 11 && IsDigit(text[begin - 1])) {
    --begin;
  }
  const size_t end = EndOf(text, at + 1, Alphabet::kWord);
  const std::string_view signature = text.substr(at + 1, end - at - 1);
  const bool is_mixed =
      std::any_of(signature.begin(), signature.end(), IsUpper) &&
      std::any_of(signature.begin(), signature.end(), IsDigit) &&
      std::any_of(signature.begin(), signature.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const size_t digits = at - begin;
  return digits >= 6 && digits <= 11 && signature.size() >= 30 && signature.size() <= 50 && is_mixed
             ? OffsetRange{at + 1, end}
             : OffsetRange{};
}

bool StartsWithWord(std::string_view text, std::string_view lower_word) {
  if (text.size() <= lower_word.size()) {
    return false;
  }
  for (size_t i = 0; i < lower_word.size(); ++i) {
    if ((text[i] | 0x20) != lower_word[i]) {
      return false;
    }
  }
  return text[lower_word.size()] == ' ';
}

// The text after `Bearer ` or `Basic `: long enough for a credential, and not one word of letters.
OffsetRange CredentialsAt(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  const size_t word = StartsWithWord(rest, "bearer") ? 6 : StartsWithWord(rest, "basic") ? 5 : 0;
  if (word == 0) {
    return {};
  }
  const size_t begin = std::min(text.find_first_not_of(' ', at + word), text.size());
  size_t end = begin;
  bool has_suspicious = false;
  while (end < text.size() && (IsOf(text[end], Alphabet::kDotted) || text[end] == '~' || text[end] == '+' ||
                               text[end] == '/' || text[end] == '=')) {
    has_suspicious = has_suspicious || IsDigit(text[end]) || (IsUpper(text[end]) && end > begin);
    ++end;
  }
  constexpr size_t kLeast = 8;
  return has_suspicious && end - begin >= kLeast ? OffsetRange{begin, end} : OffsetRange{};
}

// `scheme://user:password@host`, at `://`. The password may hold an `@`.
OffsetRange PasswordOfUrl(std::string_view text, size_t at) {
  const size_t begin = at + 3;
  const size_t end = std::min(text.find_first_of(" \t\"'`<>/?#,", begin), text.size());
  const std::string_view authority = text.substr(begin, end - begin);
  const size_t host = authority.rfind('@');
  const size_t colon = authority.find(':');
  if (host == std::string_view::npos || colon == std::string_view::npos || colon >= host) {
    return {};
  }
  return {begin + colon + 1, begin + host};
}

// What signs an address, in its query.
constexpr std::string_view kSignatures[] = {
    "sig=", "signature=", "x-amz-signature=", "x-amz-security-token=", "x-goog-signature="};

// At the `?` or `&` in front of it.
OffsetRange SignatureAt(std::string_view text, size_t at) {
  constexpr size_t kLeast = 8;
  for (const std::string_view name : kSignatures) {
    const std::string_view found = text.substr(at + 1, name.size());
    const bool is_it = std::equal(found.begin(), found.end(), name.begin(), name.end(), [](char a, char b) {
      return a == b || (IsUpper(a) && a - 'A' + 'a' == b);
    });
    const OffsetRange rest = is_it ? RestOfAddress(text, at + 1 + name.size(), "&") : OffsetRange{};
    if (rest.end - rest.begin >= kLeast) {
      return rest;
    }
  }
  return {};
}

// `user:password@tcp(host)`, at `@`.
OffsetRange PasswordOfDsn(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  if (!rest.starts_with("@tcp(") && !rest.starts_with("@unix(") && !rest.starts_with("@tcp6(")) {
    return {};
  }
  constexpr size_t kMost = 512;
  size_t begin = at;
  while (begin > 0 && at - begin < kMost &&
         std::string_view(" \t\"'`=/").find(text[begin - 1]) == std::string_view::npos) {
    --begin;
  }
  const size_t colon = text.substr(begin, at - begin).find(':');
  return colon == std::string_view::npos ? OffsetRange{} : OffsetRange{begin + colon + 1, at};
}

// The body between `-----BEGIN … PRIVATE KEY-----` and `-----END`, as far as the text contains it.
OffsetRange BodyOfKey(std::string_view text, size_t at) {
  const size_t dashes = text.find("-----", at + kBegin.size());
  if (dashes == std::string_view::npos || !BeginsPrivateKey(text.substr(at, dashes + 5 - at))) {
    return {};
  }
  return {dashes + 5, std::min(text.find(kEnd, dashes), text.size())};
}

void Add(std::vector<OffsetRange>& pieces, OffsetRange piece) {
  if (piece.end > piece.begin) {
    pieces.push_back(piece);
  }
}

// Adds the secret that starts with the word at `at`.
void AddWordAt(std::vector<OffsetRange>& pieces, std::string_view text, size_t at) {
  Add(pieces, TokenAt(text, at));
  switch (text[at]) {
    case 'e':
      Add(pieces, WebTokenAt(text, at));
      break;
    case 'b':
    case 'B':
      Add(pieces, CredentialsAt(text, at));
      break;
    case 'M':
    case 'N':
    case 'O':
      Add(pieces, DiscordTokenAt(text, at));
      break;
    default:
      break;
  }
  AddSecretsOfWebhook(pieces, text, at);
}

// What hides a secret already.
bool IsHidden(std::string_view text) {
  return IsPlaceholder(text) || text.find_first_not_of("*x") == std::string_view::npos;
}

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
  std::vector<OffsetRange> pieces;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t before = pieces.size();
    const char c = text[i];
    if (IsAlnum(c)) {
      if (i == 0 || (!IsAlnum(text[i - 1]) && text[i - 1] != '_')) {
        AddWordAt(pieces, text, i);
      }
    } else if (c == ':' && text.substr(i, 3) == "://") {
      Add(pieces, PasswordOfUrl(text, i));
    } else if (c == ':') {
      Add(pieces, TelegramTokenAt(text, i));
    } else if (c == '%' && i + 3 < text.size() &&
               (text.substr(i, 3) == "%2F" || text.substr(i, 3) == "%2f")) {
      AddWordAt(pieces, text, i + 3);  // an address in the query of another
    } else if (c == '@') {
      Add(pieces, PasswordOfDsn(text, i));
    } else if (c == '-' && text.substr(i).starts_with(kBegin)) {
      Add(pieces, BodyOfKey(text, i));
    } else if (c == '?' || c == '&') {
      Add(pieces, SignatureAt(text, i));
    }
    if (pieces.size() > before) {
      const OffsetRange last = pieces.back();
      if (IsHidden(text.substr(last.begin, last.end - last.begin))) {
        pieces.pop_back();
      } else if (text[i] != '@') {
        i = std::max(i, last.end - 1);
      }
    }
  }
  return pieces;
}

}  // namespace kval::report
