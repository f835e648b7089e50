#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// The `clientConfig` of a webhook, of admission or of conversion (KV708): an address with https, or the path
// of a service. apiserver, pkg/util/webhook/validation.go.
void CheckWebhookClient(const check::Trail& config, diag::Emitter& emit);

}  // namespace kval::kubernetes
