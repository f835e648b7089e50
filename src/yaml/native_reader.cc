// kval's own reader, in its three forms.
#include <string>

#include "src/yaml/characters_check.h"
#include "src/yaml/incremental.h"
#include "src/yaml/json_stream.h"
#include "src/yaml/json_text.h"
#include "src/yaml/parser.h"
#include "src/yaml/reader.h"

namespace kval::yaml {
namespace {

// Returns false after reporting that the text is too large.
bool MayRead(const source::SourceFile& file, const Limits& limits, EventStream* stream) {
  if (file.text().size() <= limits.file_size) {
    CheckCharacters(file, stream);
    return true;
  }
  stream->errors.push_back({diag::Kind::kLimitSize,
                            {file.base(), file.base()},
                            "the file is larger than " + std::to_string(limits.file_size) + " bytes",
                            "",
                            {},
                            {},
                            ""});
  return false;
}

class KvalReader final : public Reader {
 public:
  explicit KvalReader(bool takes_json_stream) : takes_json_stream_(takes_json_stream) {}

  EventStream Read(const source::SourceFile& file, const Limits& limits) const override {
    EventStream stream;
    if (MayRead(file, limits, &stream)) {
      // Short entries have one event per six bytes. Unused memory is never touched; reallocation would need
      // twice the memory.
      stream.events.reserve(file.text().size() / 6 + 16);
      Parser(file, limits, &stream, takes_json_stream_).Run();
      if (!stream.errors.empty() && IsJsonText(file)) {
        DiagnoseJson(file, limits, takes_json_stream_, &stream);
      }
    }
    return stream;
  }

 private:
  bool takes_json_stream_;
};

}  // namespace

void ReadIncrementally(const source::SourceFile& file, const Limits& limits, const Taker& taker,
                       EventStream* stream) {
  if (MayRead(file, limits, stream)) {
    Parser(file, limits, stream, false, &taker).Run();
    // Of a document in brackets nothing is given away before its end.
    const bool is_all_there = !stream->events.empty() &&
                              stream->events.front().kind == EventKind::kDocumentStart &&
                              !stream->events.front().explicit_marker;
    if (!stream->errors.empty() && is_all_there && IsJsonText(file)) {
      DiagnoseJson(file, limits, false, stream);
    }
  }
}

const Reader& NativeReader() {
  static const KvalReader kReader(false);
  return kReader;
}

const Reader& JsonStreamReader() {
  static const KvalReader kReader(true);
  return kReader;
}

}  // namespace kval::yaml
