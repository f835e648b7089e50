#include "src/driver/roles.h"

namespace kval::driver {
namespace {

// "data/values" of `#@data/values`, or empty.
std::string_view AnnotationName(std::string_view comment) {
  if (!comment.starts_with("#@") || comment.size() < 3 || comment[2] == ' ') {
    return {};
  }
  comment.remove_prefix(2);
  return comment.substr(0, comment.find_first_of(" \t"));
}

}  // namespace

Header HeaderOf(const yaml::File& file, const yaml::Document& document) {
  Header header;
  if (!document.marker.has_value()) {
    return header;
  }
  const uint32_t line = file.source->Locate(document.marker.begin).line;
  for (uint32_t i = document.comment_begin; i < document.comment_end; ++i) {
    const source::Span comment = file.comments[i].span;
    if (comment.begin > document.marker.begin && file.source->Locate(comment.begin).line != line) {
      break;
    }
    const std::string_view name = AnnotationName(file.source->Text(comment));
    DocumentRole role = DocumentRole::kNone;
    if (name == "data/values-schema") {
      role = DocumentRole::kReleasedSchema;
    } else if (name == "schema/definition") {
      role = DocumentRole::kProposalSchema;
    } else if (name == "data/values") {
      role = DocumentRole::kValues;
    } else if (name == "library/ref") {
      header.for_library = true;
    }
    if (role != DocumentRole::kNone && header.role == DocumentRole::kNone) {
      header.role = role;
      header.annotation = comment;
    }
  }
  return header;
}

}  // namespace kval::driver
