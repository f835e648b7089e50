#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/text_pieces.h"
#include "src/lang/gotemplate/value.h"
#include "src/yaml/go_json.h"

namespace kval::helm::functions {

struct JsonForm {
  yaml::GoEscapes escapes = yaml::GoEscapes::kHtml;
  bool is_indented = false;  // by two spaces
};

// A value as Go's encoding/json writes it, or the error.
struct JsonText {
  std::string text;
  std::string error;              // empty: none
  gotemplate::TextPieces pieces;  // one for each value, of those that need them
};

JsonText EncodeJson(gotemplate::Call& call, const gotemplate::Value& value, JsonForm form = {});

// Whether a struct is a string in JSON: times and versions.
bool IsTextInJson(const gotemplate::Value& value);
std::string TextInJson(const gotemplate::Value& value);

// The fields of a struct that encoding/json writes, with their names; those of embedded structs among them.
std::vector<std::pair<std::string_view, gotemplate::Value>> JsonFieldsOf(const gotemplate::Object& object);

}  // namespace kval::helm::functions
