#include "src/driver/roles.h"

#include <algorithm>

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

// The comments that belong to a document as a whole: those between the content before and its marker, and
// behind the marker on its line.
std::vector<source::Span> HeaderComments(const yaml::File& file, const yaml::Document& document) {
  std::vector<source::Span> comments;
  if (!document.marker.has_value()) {
    return comments;
  }
  const source::SourceFile& source = *file.source;
  const bool is_first = &document == file.documents.data();
  const uint32_t before = is_first ? source.base() : (&document - 1)->span.end;
  const uint32_t line = source.Locate(document.marker.begin).line;
  const uint32_t line_before = is_first ? 0 : source.Locate(before).line;
  const auto from =
      std::lower_bound(file.comments.begin(), file.comments.end(), before,
                       [](const yaml::Comment& comment, uint32_t at) { return comment.span.begin < at; });
  for (auto comment = from; comment != file.comments.end(); ++comment) {
    const uint32_t at = source.Locate(comment->span.begin).line;
    if (at > line) {
      break;
    }
    if (at != line_before) {
      comments.push_back(comment->span);
    }
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
    } else if (name.starts_with("overlay/")) {
      header.is_overlay = true;
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
