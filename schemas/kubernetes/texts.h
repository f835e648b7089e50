#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "src/types/predicate.h"

// Strings that Go decodes into other types, with Go's leniency.
namespace kval::schemas::kubernetes {

// Bytes in base64 (encoding/base64): line breaks count for nothing, and no bytes are bytes.
std::shared_ptr<const types::Predicate> Base64Text();
// A quantity (k8s.io/apimachinery, pkg/api/resource): surrounding spaces are ignored, and a unit alone is 0.
std::shared_ptr<const types::Predicate> QuantityText();

// Whether a text is a quantity; `why` says why not.
bool IsDecodedQuantity(std::string_view text, std::string* why);

}  // namespace kval::schemas::kubernetes
