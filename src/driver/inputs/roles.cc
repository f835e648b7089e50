#include "src/driver/inputs/roles.h"

#include <algorithm>

#include "annotations/annotation.h"
#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/support/edit_distance.h"
#include "src/templating/annotation_names.h"
#include "src/templating/template_comment.h"

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

// A scalar before the first marker: comments above it belong to the following node, as in ytt.
bool IsNoNode(const yaml::File& file, const yaml::Document& document) {
  return &document == file.documents.data() && !document.marker.has_value() &&
         !document.root->is_collection();
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
  const bool is_after_content = !is_first && !IsNoNode(file, *(&document - 1));
  const uint32_t before = is_after_content ? (&document - 1)->span.end : source.base();
  const uint32_t line = source.LineOf(document.marker.begin);
  const uint32_t line_before = is_after_content ? source.LineOf(before) : 0;
  const auto from =
      std::lower_bound(file.comments.begin(), file.comments.end(), before,
                       [](const yaml::Comment& comment, uint32_t at) { return comment.span.begin < at; });
  for (auto comment = from; comment != file.comments.end(); ++comment) {
    const uint32_t at = source.LineOf(comment->span.begin);
    if (at > line) {
      break;
    }
    if (at != line_before && !comment->is_hidden) {
      comments.push_back(comment->span);
    }
  }
  return comments;
}

// Header annotations and the roles that they define.
struct HeaderSpec {
  const annotations::Spec* spec;
  DocumentRole role;
};
constexpr HeaderSpec kHeaders[] = {{&annotations::kDataValuesSchema, DocumentRole::kReleasedSchema},
                                   {&annotations::kSchemaDefinition, DocumentRole::kProposalSchema},
                                   {&annotations::kDataValues, DocumentRole::kValues}};

DocumentRole RoleNamed(std::string_view name) {
  for (const HeaderSpec& header : kHeaders) {
    if (header.spec->name == name) {
      return header.role;
    }
  }
  return DocumentRole::kNone;
}

// The annotation of a header that the word most likely is, or nothing.
std::string_view Suggested(std::string_view word) {
  std::vector<std::string_view> names;
  for (const HeaderSpec& header : kHeaders) {
    names.push_back(header.spec->name);
  }
  return Nearest(word, names);
}

// The same for a comment that is not an annotation: `# @data/values`, `#@ data/values` (which is code), and
// `#data/values` alone. `#!` is always a comment.
std::string_view SuggestedAnnotation(std::string_view comment) {
  const size_t hashes = std::min(comment.find_first_not_of('#'), comment.size());
  comment.remove_prefix(hashes);
  const size_t spaces = std::min(comment.find_first_not_of(" \t@"), comment.size());
  const bool has_at = comment.substr(0, spaces).find('@') != std::string_view::npos;
  comment.remove_prefix(spaces);
  const std::string_view word = comment.substr(0, comment.find_first_of(" \t,"));
  const bool is_exact = RoleNamed(word) != DocumentRole::kNone;
  if (has_at) {
    return Suggested(word);
  }
  return is_exact && comment.find_last_not_of(" \t") + 1 == word.size() ? word : std::string_view();
}

}  // namespace

DocumentHeader HeaderOf(const yaml::File& file, const yaml::Document& document) {
  DocumentHeader header;
  for (source::Span comment : HeaderComments(file, document)) {
    const std::string_view name = AnnotationName(file.source->Text(comment));
    const DocumentRole role = RoleNamed(name);
    header.is_overlay = header.is_overlay || name.starts_with("overlay/");
    header.for_library = header.for_library || name == annotations::kLibraryRef.name;
    if (role != DocumentRole::kNone && header.role == DocumentRole::kNone) {
      header.role = role;
      header.annotation = comment;
    }
  }
  return header;
}

std::vector<MalformedHeader> FindMalformedHeaders(const yaml::File& file, const yaml::Document& document) {
  // Comments above the marker, and between it and the first node.
  std::vector<source::Span> comments = HeaderComments(file, document);
  for (uint32_t i = document.comment_begin; i < document.comment_end; ++i) {
    const source::Span comment = file.comments[i].span;
    if (!document.root->span.has_value() || comment.begin >= document.root->span.begin) {
      break;
    }
    if (comments.empty() || comment.begin > comments.back().begin) {
      comments.push_back(comment);
    }
  }
  std::vector<MalformedHeader> failed;
  for (const source::Span comment : comments) {
    const std::string_view text = file.source->Text(comment);
    const std::string_view name = AnnotationName(text);
    if (!name.empty()) {
      const bool is_known = annotations::Find(name) != nullptr || name == templating::kCommentAnnotation ||
                            templating::IsStatement(name);
      if (!is_known) {
        const auto size = static_cast<uint32_t>(name.size());
        failed.push_back({{comment.begin + 2, comment.begin + 2 + size}, name, Suggested(name)});
      }
    } else if (const std::string_view suggested = SuggestedAnnotation(text); !suggested.empty()) {
      failed.push_back({comment, text, suggested});
    }
  }
  return failed;
}

}  // namespace kval::driver
