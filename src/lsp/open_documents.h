#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "src/lsp/position_encoding.h"
#include "src/lsp/text_position.h"

namespace kval::lsp {

struct TextRange {
  TextPosition begin, end;
};

// The documents that are open in the editor. Their content overrides the disk.
class OpenDocuments {
 public:
  struct OpenDocument {
    std::string uri;       // as the client writes it
    std::string language;  // its language id
    std::string text;
    std::string version = "null";  // as JSON
    uint64_t revision = 0;         // no other text has it
  };

  // A document that is not saved (`untitled:`) gets a path in `directory` with the extension of its language.
  // Documents with other schemes than `file` cannot be checked: this and the following calls ignore them.
  void Open(std::string_view uri, std::string_view language, std::string_view text,
            const std::string& directory = "/");
  void Replace(std::string_view uri, std::string_view text);
  // The range is in the encoding of the client.
  void Replace(std::string_view uri, TextRange range, std::string_view text);
  void SetVersion(std::string_view uri, std::string version);
  void Close(std::string_view uri);

  // The path of an open document; empty if it is not open.
  std::string PathOf(std::string_view uri) const;
  PositionEncoding encoding() const { return encoding_; }
  void set_encoding(PositionEncoding encoding) { encoding_ = encoding; }
  // By absolute path.
  const std::map<std::string, OpenDocument>& strings() const { return strings_; }

 private:
  OpenDocument* Find(std::string_view uri);

  std::map<std::string, OpenDocument> strings_;
  PositionEncoding encoding_ = PositionEncoding::kUtf16;
  uint64_t last_revision_ = 0;
  std::map<std::string, std::string, std::less<>> paths_;  // by URI, of unsaved documents
};

}  // namespace kval::lsp
