#pragma once

#include <string>

#include "src/lang/gotemplate/functions.h"
#include "src/value/value.h"

namespace kval::helm::functions {

struct TomlText {
  std::string text;
  std::string error;  // empty: none
};

// TOML as github.com/BurntSushi/toml 1.6 writes it, which writes floats otherwise than the version of ytt
// (modules/toml_encode.h). A string with Style::kPlain is written as it is.
TomlText WriteToml(gotemplate::Call& call, const value::Value& root);

}  // namespace kval::helm::functions
