#include "src/redaction/secret_key_names.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::redaction {
namespace {

// Everything below a key with one of these is secret.
constexpr std::string_view kParents[] = {"secret",     "secrets",     "password",    "passwords", "passwd",
                                         "passphrase", "passcode",    "pwd",         "token",     "tokens",
                                         "apikey",     "apikeys",     "accesskey",   "secretkey", "authtoken",
                                         "privatekey", "accesstoken", "clientsecret"};
// The value of a key with one of these is secret, but not keys below it.
constexpr std::string_view kLeaves[] = {"credential", "credentials",   "creds",        "pin",      "pass",
                                        "pw",         "auth",          "cookie",       "cookies",  "psk",
                                        "otp",        "bearer",        "pat",          "passwort", "userpass",
                                        "dbpass",     "webhooksecret", "signingsecret"};
constexpr std::string_view kCredentials[] = {"credential", "credentials", "creds"};
// Below credentials: whose they are, or where they are used.
constexpr std::string_view kAccounts[] = {
    "user",         "users",       "username", "usernames", "login",    "account",    "accounts",
    "email",        "mail",        "hostname", "hosts",     "database", "db",         "dbname",
    "region",       "zone",        "project",  "tenant",    "realm",    "registry",   "address",
    "organization", "org",         "team",     "role",      "group",    "groups",     "service",
    "services",     "environment", "profile",  "workspace", "comment",  "repository", "from"};
// `key` and `keys` after one of these are secret.
constexpr std::string_view kKeyQualifiers[] = {
    "api",     "access", "private", "secret",  "encryption", "signing", "auth", "master",
    "session", "ssh",    "client",  "account", "shared",     "tls",     "ssl",  "deploy",
    "license", "jwt",    "aes",     "rsa",     "hmac",       "gpg",     "pgp",  "app",
    "admin",   "root",   "webhook", "service", "storage",    "crypt"};
// A name with one of these at the end is metadata about the secret.
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

// Of a list, by their first letter, how long its words are: nearly no word of a text needs a comparison.
constexpr size_t kLetters = 26;
template <typename List>
constexpr std::array<uint32_t, kLetters> LengthsOf(const List& list) {
  std::array<uint32_t, kLetters> lengths{};
  for (const std::string_view word : list) {
    lengths[static_cast<size_t>(word.front() - 'a')] |= uint32_t{1} << word.size();
  }
  return lengths;
}

template <const auto& kList>
bool IsIn(std::string_view word) {
  constexpr std::array<uint32_t, kLetters> kLengths = LengthsOf(kList);
  const bool may_be = !word.empty() && word.front() >= 'a' && word.front() <= 'z' && word.size() < 32 &&
                      (kLengths[static_cast<size_t>(word.front() - 'a')] >> word.size() & 1U) != 0;
  return may_be && std::find(std::begin(kList), std::end(kList), word) != std::end(kList);
}

// The words of a name in lower case: `dbPassword`, `DB_PASSWORD` and `db.password` have two.
class Words {
 public:
  explicit Words(std::string_view name) : text_(name) {
    size_t begin = 0;
    for (size_t i = 0; i < name.size(); ++i) {
      const char c = name[i];
      if (!IsUpper(c) && !IsLower(c) && !IsDigit(c)) {
        Add(begin, i);
        begin = i + 1;
        continue;
      }
      const bool after_lower = i > 0 && IsUpper(c) && !IsUpper(name[i - 1]);
      const bool last_upper =
          i > 0 && IsUpper(c) && IsUpper(name[i - 1]) && i + 1 < name.size() && IsLower(name[i + 1]);
      if (after_lower || last_upper) {
        Add(begin, i);
        begin = i;
      }
      text_[i] = ToLower(c);
    }
    Add(begin, name.size());
  }

  bool empty() const { return places_.empty(); }
  size_t size() const { return places_.size(); }
  std::string_view operator[](size_t i) const {
    return std::string_view(text_).substr(places_[i].begin, places_[i].end - places_[i].begin);
  }
  std::string_view back() const { return (*this)[size() - 1]; }

 private:
  struct Place {
    size_t begin, end;
  };

  void Add(size_t begin, size_t end) {
    if (end > begin) {
      places_.push_back({begin, end});
    }
  }

  std::string text_;
  std::vector<Place> places_;
};

// `password2`, `TOKEN_1`: a number at the end of a word or of the name says which one.
std::string_view WithoutNumber(std::string_view word) {
  while (!word.empty() && IsDigit(word.back())) {
    word.remove_suffix(1);
  }
  return word;
}

// `passwordExistingSecret`: the name of an object.
bool NamesExisting(const Words& words) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i - 1] == "existing") {
      return true;
    }
  }
  return false;
}

bool IsAbout(const Words& words) {
  return !words.empty() && (IsIn<kAboutAtEnd>(words.back()) ||
                            (words.size() > 1 && IsIn<kAboutAtStart>(words[0])) || NamesExisting(words));
}

// 1Password and OnePassword are the name of a program.
bool IsOne(std::string_view word) {
  return word == "one" || word == "1";
}

// `PGPASSWORD`, `dbpassword`: the owner precedes without a separator.
bool IsGlued(std::string_view word) {
  constexpr size_t kShortest = 7;
  if (word.size() < kShortest || (word.back() != 'd' && word.back() != 'e')) {
    return false;
  }
  for (const std::string_view end : {"password", "passwd", "passphrase"}) {
    if (word.size() > end.size() && word.ends_with(end)) {
      const std::string_view before = word.substr(0, word.size() - end.size());
      return !IsIn<kAboutAtStart>(before) && before != "no" && before != "change" && before != "set" &&
             !IsOne(before);
    }
  }
  return false;
}

bool HasParent(const Words& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    const bool is_program = i > 0 && words[i] == "password" && IsOne(words[i - 1]);
    if (!is_program && (IsIn<kParents>(WithoutNumber(words[i])) || IsGlued(WithoutNumber(words[i])))) {
      return true;
    }
  }
  return false;
}

bool HasQualifiedKey(const Words& words) {
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = WithoutNumber(words[i]);
    if ((word == "key" || word == "keys") && IsIn<kKeyQualifiers>(words[i - 1])) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsSecretMetadata(std::string_view name) {
  return IsAbout(Words(name));
}

bool IsSecretParent(std::string_view name) {
  const Words words(name);
  return (HasParent(words) || HasQualifiedKey(words)) && !IsAbout(words);
}

bool IsCredentialsParent(std::string_view name) {
  const Words words(name);
  return !words.empty() && IsIn<kCredentials>(WithoutNumber(words.back())) && !IsAbout(words);
}

bool IsAccountName(std::string_view name) {
  const Words words(name);
  return IsAbout(words) || (!words.empty() && IsIn<kAccounts>(words.back()));
}

bool IsSecretKey(std::string_view name) {
  const Words words(name);
  const size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && IsCredentialsParent(name.substr(0, dot)) &&
      !IsAccountName(name.substr(dot + 1))) {
    return !IsAbout(words);  // a path, as in `--set credentials.github=x`
  }
  // Of the short words only the last one counts: `auth_mode` and `passThrough` are none.
  const bool ends_in_leaf = !words.empty() && IsIn<kLeaves>(WithoutNumber(words.back()));
  return (HasParent(words) || HasQualifiedKey(words) || ends_in_leaf) && !IsAbout(words);
}

}  // namespace kval::redaction
