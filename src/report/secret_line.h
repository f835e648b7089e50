#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/secret_shapes.h"

namespace kval::report {

// Keys that a schema itself declares to be secret: hidden for certain, whatever the words of the key are.
// Sorted.
using SensitiveKeys = std::span<const std::string>;

// Which values of a line are secret because of preceding lines.
enum class Above : uint8_t {
  kNothing,
  kCredentials,  // credentials: also not what says whose they are
  kSecret,       // a secret key: everything except metadata about the secret
  kCertain,      // `data` of a Secret, a key that the schema declares: everything
};

// Whether the value of a key is secret because of preceding lines.
bool IsSecretBelow(Above above, std::string_view key);

// One line read for the names in it: YAML in both styles, JSON, `key=value`, options of commands.
struct SecretLine {
  std::vector<Piece> secrets;  // values that names in the line make secret, or the names above it
  std::vector<Piece> anchors;  // `&name` in front of those: hidden where nothing else says the name

  // The line's first key that starts a mapping entry, for lines below and next to it.
  std::string key;           // without its escapes; empty: none
  size_t key_column = 0;     // where it begins, behind `- `
  char separator = 0;        // `:` or `=`, behind it
  Piece value;               // empty: nothing, a block's header
  bool opens_block = false;  // `|` or `>`
  size_t value_at = 0;       // where the value begins or would

  size_t indent = 0;          // columns before the first character
  size_t content_column = 0;  // behind `- `
  bool is_blank = false;
  bool is_item = false;  // begins with `- `
};

SecretLine ReadSecretLine(std::string_view line, Above above, SensitiveKeys sensitive);

// A line of KCL, Starlark or Python: types and names are no secrets, literals are.
std::vector<Piece> SecretsOfCode(std::string_view line, SensitiveKeys sensitive);

// The values of `key=value` and `--key value` within a sentence.
std::vector<Piece> SecretsOfSentence(std::string_view text, SensitiveKeys sensitive);

bool IsDeclaredSecret(std::string_view key, SensitiveKeys sensitive);

// Whether the name is secret by its words or by the schema.
bool IsSecretName(std::string_view name, SensitiveKeys sensitive);

// Whether the paired value is secret; includes names of HTTP headers.
bool NamesSecretOfPair(std::string_view name, SensitiveKeys sensitive);

// Whether a key names the secret in the neighbouring value, `name: DB_PASSWORD`, and whether it is that
// value's key.
bool IsNameOfPair(std::string_view key);
bool IsValueOfPair(std::string_view key);

// Values that give nothing away: null, booleans, empty ones, templates, variables.
bool IsInnocentValue(std::string_view value);

// Whether a quoted text begins at `at` and does not end in the line.
bool LeavesQuoteOpen(std::string_view line, size_t at);

// `--token` or `"--token"`: an option whose argument is the next word. Its name, or empty.
std::string_view OptionName(std::string_view word);

}  // namespace kval::report
