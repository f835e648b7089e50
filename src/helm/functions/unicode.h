#pragma once

#include "src/support/unicode.h"

namespace kval::helm::functions {

using unicode::Decoded;
using unicode::Encoded;
using unicode::IsLetterOrDigit;
using unicode::IsLowerCase;
using unicode::IsNumber;
using unicode::IsPunctuation;
using unicode::IsSpace;
using unicode::IsTitleCase;
using unicode::IsUpperCase;
using unicode::Mapped;
using unicode::ToLower;
using unicode::ToTitle;
using unicode::ToUpper;
using unicode::TrimmedOf;
using unicode::TrimmedSpace;

}  // namespace kval::helm::functions
