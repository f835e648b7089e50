#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/redaction/secret_shapes.h"

namespace kval::redaction {

// Keys that a schema declares as secret: always redacted, whatever their name. Sorted.
using SensitiveKeys = std::span<const std::string>;

// The values of a line that are secret because of preceding lines.
enum class InheritedSecrecy : uint8_t {
  kNothing,
  kCredentials,  // credentials: all values except their owner and usage
  kSecret,       // a secret key: everything except metadata about the secret
  kCertain,      // `data` of a Secret, a key that the schema declares: everything
};

// Returns whether the value of a key is secret because of preceding lines.
bool IsSecretBelow(InheritedSecrecy above, std::string_view key);

// Returns the values in a line that are secret by a name in it: YAML in both styles, JSON, `key=value`,
// options of commands.
std::vector<OffsetRange> FindSecretsInLine(std::string_view line, SensitiveKeys sensitive);

// Returns the secrets in a line of KCL, Starlark or Python, in which literals may be secret, but not types
// and names.
std::vector<OffsetRange> FindSecretsInCode(std::string_view line, SensitiveKeys sensitive);

// Returns the secret values of `key=value` and `--key value` inside a sentence.
std::vector<OffsetRange> FindSecretsInSentence(std::string_view text, SensitiveKeys sensitive);

// Returns whether the schema declares the key as secret.
bool IsDeclaredSecret(std::string_view key, SensitiveKeys sensitive);

// Returns whether the name is secret by its words or by the schema.
bool IsSecretName(std::string_view name, SensitiveKeys sensitive);

// Returns whether the value paired with this name is secret; includes names of HTTP headers.
bool IsSecretPairName(std::string_view name, SensitiveKeys sensitive);

// Whether a key names the secret in the neighbouring value, `name: DB_PASSWORD`, and whether it is that
// value's key.
bool IsNameOfPair(std::string_view key);
bool IsValueOfPair(std::string_view key);

// Returns whether a value reveals nothing: null, booleans, empty values, templates, variables.
bool IsNonSecretValue(std::string_view value);

// Returns whether the word is an option, such as `--token` or `"--token"`, whose argument, the next word, is
// secret.
bool IsOptionOfSecret(std::string_view word, SensitiveKeys sensitive);

}  // namespace kval::redaction
