#pragma once

#include <string_view>

#include "src/support/keyed_hash.h"
#include "src/yaml/scanner.h"

namespace kval::yaml {

// The directives of documents.
class Directives {
 public:
  // `scanner` must outlive it.
  explicit Directives(Scanner& scanner) : scanner_(scanner) {}

  // Reads the directives before a document and discards those of the previous one. Returns whether there are
  // any.
  bool Read();
  // Whether the document declares this handle of a tag.
  bool Declares(std::string_view handle) const { return tag_handles_.count(handle) > 0; }
  // Sets whether a directive requires a preceding `...`, because a document precedes it.
  void SetNeedsEndMark(bool needs) { needs_end_mark_ = needs; }

 private:
  void ReadVersion(const char* end);
  void ReadTag(const char* end);

  Scanner& scanner_;
  TextSet<std::string_view> tag_handles_;
  bool has_version_ = false;
  bool needs_end_mark_ = false;
};

}  // namespace kval::yaml
