#pragma once

#include "src/lang/gotemplate/functions.h"

// Declares the functions of functions.def.
namespace kval::helm::functions {

extern const gotemplate::Type kCertificateType;

#define KVAL_FUNCTION(name, signature, run, source, test) gotemplate::Value run(gotemplate::Call& call);
#include "src/helm/functions/functions.def"
#undef KVAL_FUNCTION

}  // namespace kval::helm::functions
