#pragma once

#include <string_view>

// The meaning of a key's, variable's or option's name for its value.
namespace kval::redaction {

// Whether the value under that name is secret. Names are split into words (`dbAPIKey_v2` is db, api, key,
// v2): one of them denotes a secret (`dbPassword`, `api-token`, `tls.key`), and none denotes metadata
// (`secretName`, `tokenReview`, `maxTokens`, `existingSecret`). A plain `key` is not secret.
bool IsSecretKey(std::string_view name);

// Whether everything below that key is secret too: `secrets`, not `auth`, which has users and
// hosts in it.
bool IsSecretParent(std::string_view name);

// Whether everything below that key is secret but the names for which IsAccountName holds: `credentials`,
// `dockerCreds`.
bool IsCredentialsParent(std::string_view name);

// Returns whether the name describes something about credentials other than the secret: their owner, where
// they are used, or where they come from: `user`, `host`, `region`, `secretRef`.
bool IsAccountName(std::string_view name);

// Whether the name denotes metadata about a secret, which is shown even below a secret parent.
bool IsSecretMetadata(std::string_view name);

}  // namespace kval::redaction
