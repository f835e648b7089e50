#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "src/types/predicate.h"

// Checks of strings that Go decodes to other types, with Go's leniency.
namespace kval::schemas::kubernetes {

// Checks base64 (encoding/base64): line breaks are ignored, and an empty string is valid.
std::shared_ptr<const types::Predicate> MakeBase64Predicate();
// Checks a quantity (k8s.io/apimachinery, pkg/api/resource): surrounding spaces are ignored, and a unit
// without a number is 0.
std::shared_ptr<const types::Predicate> MakeQuantityPredicate();

// Returns whether a string is a valid quantity. Otherwise sets `why`.
bool IsDecodedQuantity(std::string_view text, std::string* why);

}  // namespace kval::schemas::kubernetes
