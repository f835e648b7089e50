#pragma once

#include <string>

#include "src/value/value.h"

namespace kval::merge {

// A key as people write it: its spelling, or what it would be spelled as when it was computed.
std::string KeyText(const value::Value& key);

}  // namespace kval::merge
