#pragma once

#include "src/yaml/reader.h"

// JSON objects one after another, as `kubectl get -o json`, jq and JSON Lines have them.
namespace kval::yaml {

// Kval's own reader; an object in braces that follows another one is a document of its own, without a `---`
// between them. All else is read as ever. Source: k8s.io/apimachinery, pkg/util/yaml, YAMLOrJSONDecoder.
const Reader& JsonStreamReader();

}  // namespace kval::yaml
