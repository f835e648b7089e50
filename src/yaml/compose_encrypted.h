#pragma once

#include <span>

#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/value/value.h"

// Documents that SOPS encrypted: each of their values is `ENC[AES256_GCM,…]`, whatever type it has, and the
// key `sops` at the top has the data for decryption. Programs read the decrypted document, without that key.
namespace kval::yaml {

// Marks the encrypted scalars of a document as unreadable, since they may have any type and content. Returns
// the document without the data for decryption; null if it has none, so that SOPS would not decrypt it and
// its scalars are strings.
const value::Value* MarkEncrypted(const value::Value& root, std::span<value::Value* const> encrypted,
                                  Arena& arena);

// Reports that the encrypted values of such a document are not checked.
void ReportEncrypted(const value::Value& root, diag::Emitter& emit);

}  // namespace kval::yaml
