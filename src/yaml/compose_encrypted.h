#pragma once

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/support/arena.h"
#include "src/value/value.h"

// Documents that SOPS encrypted: each of their values is `ENC[AES256_GCM,…]`, whatever type it has, and the
// key `sops` at the top has the data for decryption. Programs read the decrypted document, without that key.
namespace kval::yaml {

// Returns the document without the data for decryption. Reports that encrypted values, the first one at
// `first`, are not checked, unless `emit` is null.
const value::Value* WithoutEncryptionData(const value::Value& root, source::Span first, Arena& arena,
                                          diag::Emitter* emit);

}  // namespace kval::yaml
