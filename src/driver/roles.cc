#include "src/driver/roles.h"

#include "annotations/annotation.h"

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

// The comments that belong to a document as a whole.
std::vector<source::Span> HeaderComments(const yaml::File& file, const yaml::Document& document) {
  std::vector<source::Span> comments;
  if (!document.marker.has_value()) {
    return comments;
  }
  const uint32_t line = file.source->Locate(document.marker.begin).line;
  for (uint32_t i = document.comment_begin; i < document.comment_end; ++i) {
    const source::Span comment = file.comments[i].span;
    if (comment.begin > document.marker.begin && file.source->Locate(comment.begin).line != line) {
      break;
    }
    comments.push_back(comment);
  }
  return comments;
}

}  // namespace

Header HeaderOf(const yaml::File& file, const yaml::Document& document) {
  Header header;
  for (source::Span comment : HeaderComments(file, document)) {
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

std::vector<source::Span> UnknownInHeader(const yaml::File& file, const yaml::Document& document) {
  std::vector<source::Span> unknown;
  for (source::Span comment : HeaderComments(file, document)) {
    const std::string_view name = AnnotationName(file.source->Text(comment));
    if (!name.empty() && annotations::Find(name) == nullptr) {
      unknown.push_back({comment.begin + 2, comment.begin + 2 + static_cast<uint32_t>(name.size())});
    }
  }
  return unknown;
}

}  // namespace kval::driver
