#include "src/report/secret_words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace kval::report {
namespace {

using Words = std::vector<std::string>;

// Everything below a key with one of these is secret.
constexpr std::string_view kParents[] = {"secret",     "secrets",     "password",    "passwords", "passwd",
                                         "passphrase", "passcode",    "pwd",         "token",     "tokens",
                                         "apikey",     "apikeys",     "accesskey",   "secretkey", "authtoken",
                                         "privatekey", "accesstoken", "clientsecret"};
// The value of a key with one of these is secret, not what stands below it.
constexpr std::string_view kLeaves[] = {"credential", "credentials",   "creds",        "pin",      "pass",
                                        "pw",         "auth",          "cookie",       "cookies",  "psk",
                                        "otp",        "bearer",        "pat",          "passwort", "userpass",
                                        "dbpass",     "webhooksecret", "signingsecret"};
// `key` and `keys` after one of these are secret.
constexpr std::string_view kKeyQualifiers[] = {
    "api",     "access", "private", "secret",  "encryption", "signing", "auth", "master",
    "session", "ssh",    "client",  "account", "shared",     "tls",     "ssl",  "deploy",
    "license", "jwt",    "aes",     "rsa",     "hmac",       "gpg",     "pgp",  "app",
    "admin",   "root",   "webhook", "service", "storage",    "crypt"};
// A name that ends with one of these tells something about the secret.
constexpr std::string_view kAboutAtEnd[] = {
    "name",      "names",      "ref",         "refs",      "file",        "files",     "path",
    "paths",     "enabled",    "type",        "types",     "ttl",         "seconds",   "minutes",
    "hours",     "days",       "duration",    "policy",    "policies",    "url",       "uri",
    "namespace", "count",      "size",        "length",    "min",         "max",       "version",
    "kind",      "mode",       "format",      "issuer",    "audience",    "audiences", "expiration",
    "expiry",    "required",   "create",      "id",        "mount",       "lifetime",  "rotation",
    "review",    "reviews",    "limit",       "limits",    "minute",      "second",    "hour",
    "day",       "provider",   "manager",     "store",     "class",       "algorithm", "field",
    "fields",    "prefix",     "suffix",      "header",    "headers",     "endpoint",  "host",
    "port",      "rules",      "method",      "methods",   "strategy",    "backend",   "engine",
    "template",  "location",   "dir",         "directory", "volume",      "interval",  "timeout",
    "age",       "domain",     "secure",      "server",    "controller",  "operator",  "driver",
    "reset",     "hash",       "hint",        "hints",     "schema",      "pattern",   "regex",
    "strength",  "complexity", "usage",       "budget",    "window",      "bucket",    "rate",
    "label",     "annotation", "annotations", "labels",    "description", "title",     "help",
    "page",      "samesite",   "optional",    "encoding",  "charset",     "chars",     "keyref",
    "source",    "sources",    "selector",    "scope",     "scopes"};
// A name that starts with one of these says how many, whether, or which.
constexpr std::string_view kAboutAtStart[] = {
    "max",     "min",      "num",   "number",  "count",     "total",    "enable", "enabled",
    "disable", "use",      "allow", "require", "requires",  "has",      "is",     "show",
    "hide",    "existing", "image", "pull",    "automount", "generate", "create", "rotate",
    "forgot",  "reset",    "mount", "public",  "skip",      "with"};

template <typename List>
bool IsIn(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

constexpr bool IsUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool IsLower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

Words WordsOf(std::string_view name) {
  Words words(1);
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!IsUpper(c) && !IsLower(c) && !IsDigit(c)) {
      words.emplace_back();
      continue;
    }
    const bool after_lower = i > 0 && IsUpper(c) && !IsUpper(name[i - 1]);
    const bool last_upper =
        i > 0 && IsUpper(c) && IsUpper(name[i - 1]) && i + 1 < name.size() && IsLower(name[i + 1]);
    if (after_lower || last_upper) {
      words.emplace_back();
    }
    words.back() += IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  std::erase(words, "");
  return words;
}

// `password2`, `TOKEN_1`: a number at the end of a word or of the name says which one.
std::string_view WithoutNumber(std::string_view word) {
  while (!word.empty() && IsDigit(word.back())) {
    word.remove_suffix(1);
  }
  return word;
}

bool IsAbout(const Words& words) {
  return !words.empty() &&
         (IsIn(kAboutAtEnd, words.back()) || (words.size() > 1 && IsIn(kAboutAtStart, words[0])));
}

template <typename List>
bool HasWord(const Words& words, const List& list) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return IsIn(list, WithoutNumber(word)); });
}

bool HasQualifiedKey(const Words& words) {
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = WithoutNumber(words[i]);
    if ((word == "key" || word == "keys") && IsIn(kKeyQualifiers, words[i - 1])) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsAboutSecret(std::string_view name) {
  return IsAbout(WordsOf(name));
}

bool IsSecretParent(std::string_view name) {
  const Words words = WordsOf(name);
  return !IsAbout(words) && (HasWord(words, kParents) || HasQualifiedKey(words));
}

bool IsSecretKey(std::string_view name) {
  const Words words = WordsOf(name);
  if (IsAbout(words)) {
    return false;
  }
  // Of the short words only the last one counts: `auth_mode` and `passThrough` are none.
  const bool ends_in_leaf = !words.empty() && IsIn(kLeaves, WithoutNumber(words.back()));
  return HasWord(words, kParents) || HasQualifiedKey(words) || ends_in_leaf;
}

}  // namespace kval::report
