#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks the `clientConfig` of an admission or conversion webhook (KV708): an https URL, or a service with a
// path. Source: apiserver, pkg/util/webhook/validation.go.
void CheckWebhookClient(const check::ValueCursor& config, diag::Emitter& emit);

}  // namespace kval::kubernetes
