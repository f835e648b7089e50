#pragma once

#include "src/yaml/reader.h"

// JSON objects one after another, as `kubectl get -o json`, jq and JSON Lines have them.
namespace kval::yaml {

// Returns kval's reader with one extension: an object in braces after another one is a separate document
// without `---`. Source: k8s.io/apimachinery, pkg/util/yaml, YAMLOrJSONDecoder.
const Reader& JsonStreamReader();

}  // namespace kval::yaml
