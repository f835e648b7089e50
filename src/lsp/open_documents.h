#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "src/lsp/text_position.h"

namespace kval::lsp {

struct TextRange {
  TextPosition begin, end;
};

// The documents that are open in the editor. Their content overrides the disk.
class OpenDocuments {
 public:
  struct OpenDocument {
    std::string uri;  // as the client writes it
    std::string text;
  };

  // Documents with schemes other than `file` have no path and cannot be checked: this and the following calls
  // ignore them.
  void Open(std::string_view uri, std::string_view text);
  void Replace(std::string_view uri, std::string_view text);
  void Replace(std::string_view uri, TextRange range, std::string_view text);
  void Close(std::string_view uri);

  // By absolute path.
  const std::map<std::string, OpenDocument>& strings() const { return strings_; }

 private:
  std::string* Find(std::string_view uri);

  std::map<std::string, OpenDocument> strings_;
};

}  // namespace kval::lsp
