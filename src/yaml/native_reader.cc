#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/characters.h"
#include "src/yaml/characters_check.h"
#include "src/yaml/edited_text.h"
#include "src/yaml/events.h"
#include "src/yaml/incremental.h"
#include "src/yaml/json_brackets.h"
#include "src/yaml/json_lines.h"
#include "src/yaml/json_stream.h"
#include "src/yaml/parser.h"
#include "src/yaml/reader.h"

// kval's own reader, in its three forms.
namespace kval::yaml {
namespace {

bool IsOfStructure(const SyntaxError& error) {
  return error.kind == diag::Kind::kYamlSyntax || error.kind == diag::Kind::kUnterminatedQuote ||
         error.kind == diag::Kind::kUnclosedFlow || error.kind == diag::Kind::kBadIndent;
}

// Maps events of an edited text to positions in the file, with a gap where the edit is a guess.
class Moved {
 public:
  Moved(const source::SourceFile& file, const EditedText& fixed) : base_(file.base()), fixed_(fixed) {}

  void Move(EventStream& stream) const {
    std::vector<Open> open;
    for (Event& event : stream.events) {
      MoveEvent(event, &open);
    }
    for (NodeProperties& properties : stream.properties) {
      Move(&properties.anchor);
      Move(&properties.tag);
    }
    for (Comment& comment : stream.comments) {
      Move(&comment.span);
    }
    for (TagDirective& directive : stream.tag_directives) {
      Move(&directive.handle);
      Move(&directive.prefix);
    }
    for (source::Span& dash : stream.dashes) {
      Move(&dash);
    }
    for (SyntaxError& error : stream.errors) {
      Move(&error.at);
      Move(&error.related);
      Move(&error.ended_by);
    }
  }

 private:
  // A collection that is open, and how many keys, values and items of it were read.
  struct Open {
    bool is_mapping = false;
    size_t nodes = 0;
    bool has_lost_key = false;
  };

  void MoveEvent(Event& event, std::vector<Open>* open) const {
    const bool is_end = event.kind == EventKind::kMappingEnd || event.kind == EventKind::kSequenceEnd;
    const bool is_start = event.kind == EventKind::kMappingStart || event.kind == EventKind::kSequenceStart;
    const source::Span span = event.span;
    const bool is_guess =
        !is_start && span.has_value() && fixed_.HasGuess(span.begin - base_, span.end - base_);
    Move(&event.span);
    if (is_end) {
      event.gap =
          is_guess || open->back().has_lost_key ? std::max(event.gap, value::Recovery::kPartial) : event.gap;
      open->pop_back();
      return;
    }
    if (!open->empty() && (is_start || event.is_scalar())) {
      const bool is_key = open->back().is_mapping && open->back().nodes++ % 2 == 0;
      open->back().has_lost_key = open->back().has_lost_key || (is_key && is_guess);
    }
    if (is_start) {
      open->push_back({event.kind == EventKind::kMappingStart});
    } else if (event.is_scalar()) {
      Adjust(&event, event.style == value::Style::kDoubleQuoted && event.span.size() < span.size(), is_guess);
    }
  }

  // A string whose closing quote is not in the file; its end is a guess, or known.
  static void Adjust(Event* event, bool is_cut, bool is_guess) {
    if (is_guess) {
      event->gap = value::Recovery::kError;
      event->is_missing = true;
      event->needs_decoding = false;
      event->style = value::Style::kPlain;
    } else if (is_cut) {
      event->style = value::Style::kPlain;
      event->needs_decoding = false;
      ++event->span.begin;
    }
  }

  void Move(source::Span* span) const {
    if (span->has_value()) {
      span->begin = base_ + static_cast<uint32_t>(fixed_.ToOriginal(span->begin - base_));
      span->end = base_ + static_cast<uint32_t>(fixed_.ToOriginal(span->end - base_));
    }
  }

  uint32_t base_;
  const EditedText& fixed_;
};

// Reads the edited text.
EventStream ReadFixed(const source::SourceFile& file, std::vector<TextEdit> text_edits, const Limits& limits,
                      bool takes_json_stream) {
  const EditedText fixed(file.text(), std::move(text_edits));
  const source::SourceFile text(file.name(), fixed.text(), file.base());
  EventStream stream;
  Parser(text, limits, &stream, takes_json_stream).Run();
  Moved(file, fixed).Move(stream);
  return stream;
}

bool IsLimit(const SyntaxError& error) {
  return error.kind == diag::Kind::kLimitDepth || error.kind == diag::Kind::kLimitCallDepth;
}

// Returns whether the file looks like generated JSON: its first bracket is followed by a quote, another
// bracket or the end.
bool IsJsonText(const source::SourceFile& file) {
  const std::string_view text = file.text();
  size_t at = text.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos) {
    return false;
  }
  if (text[at] == '"') {
    // Its bracket is missing: the first key is indented, the bracket that would close it is not.
    const size_t last = text.find_last_not_of(" \t\r\n");
    const bool closes = (text[last] == '}' || text[last] == ']') && text[last - 1] == '\n';
    return closes && at > 0 && IsSpaceOrTab(text[at - 1]);
  }
  if (!IsOpening(text[at])) {
    return false;
  }
  at = text.find_first_not_of(" \t\r\n", at + 1);
  return at != std::string_view::npos && (text[at] == '"' || IsOpening(text[at]));
}

// Improves the errors of invalid JSON. A YAML parser allows quoted strings that span lines and brackets that
// close anywhere; in JSON a string ends on its line, and in multi-line JSON brackets are aligned. If these
// rules locate the missing character, its error replaces the others, and the document is parsed from the
// completed text. Guessed parts have a gap. Cost: reads the file twice more.
void DiagnoseJson(const source::SourceFile& file, const Limits& limits, bool takes_json_stream,
                  EventStream* stream) {
  if (std::ranges::any_of(stream->errors, IsLimit) || std::ranges::none_of(stream->errors, IsOfStructure)) {
    return;
  }
  JsonErrors found = FindJsonErrors(file, limits.depth);
  if (found.errors.empty()) {
    return;
  }
  std::vector<SyntaxError> errors = std::move(stream->errors);
  std::erase_if(errors, IsOfStructure);
  std::move(found.errors.begin(), found.errors.end(), std::back_inserter(errors));
  *stream = {};  // its memory is needed
  *stream = ReadFixed(file, std::move(found.edits), limits, takes_json_stream);
  std::set<std::pair<diag::Kind, uint32_t>> reported;
  for (const SyntaxError& error : errors) {
    reported.emplace(error.kind, error.at.begin);
  }
  for (SyntaxError& error : stream->errors) {
    if (reported.emplace(error.kind, error.at.begin).second) {
      errors.push_back(std::move(error));
    }
  }
  stream->errors = std::move(errors);
}

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
