#include "src/yaml/document.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "src/diag/limit_kind.h"
#include "src/support/ascii_text.h"
#include "src/yaml/compose.h"
#include "src/yaml/events.h"
#include "src/yaml/go_yaml_errors.h"
#include "src/yaml/incremental.h"
#include "src/yaml/json_file.h"
#include "src/yaml/pasted_diff_recovery.h"
#include "src/yaml/syntax_fix.h"

namespace kval::yaml {
namespace {

using Text = std::string_view;

// Input that is a template for another program as a whole: at least one marker is a statement (`{{ if … }}`,
// `{% for … %}`). Unquoted values alone (`host: {{ domain }}`) are separate errors. A whole template is
// reported once, at its first marker.
struct TemplateDocument {
  const SyntaxError* first = nullptr;  // null: the input is not such a template
  size_t others = 0;                   // number of further markers

  // Returns whether the error is a further marker, which is not reported.
  bool IsFurtherMark(const SyntaxError& error) const {
    return first != nullptr && &error != first && error.kind == diag::Kind::kForeignTemplate;
  }
};

// Keywords of Go's text/template that start a statement.
constexpr Text kStatements[] = {"if",     "else",  "end",      "range", "with",
                                "define", "block", "template", "break", "continue"};

bool IsStatement(Text mark) {
  if (mark.starts_with("{%")) {
    return true;
  }
  if (!mark.starts_with("{{")) {
    return false;
  }
  mark.remove_prefix(2);
  mark.remove_prefix(mark.starts_with('-') ? 1 : 0);
  mark.remove_prefix(std::min(mark.find_first_not_of(" \t"), mark.size()));
  const Text word = mark.substr(0, mark.find_first_of(" \t-}\"("));
  return word.starts_with("/*") ||
         std::find(std::begin(kStatements), std::end(kStatements), word) != std::end(kStatements);
}

// Whether `text` begins with `word` in any case, and the word ends there.
bool BeginsWith(Text text, Text word) {
  return text.size() > word.size() && Text(" \t\r\n>").find(text[word.size()]) != Text::npos &&
         std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == ToLower(b); });
}

struct BinaryFormat {
  Text begin;
  Text name;
};
constexpr BinaryFormat kBinaryFormats[] = {
    {"\x1f\x8b", "a gzip archive"},
    {"PK\x03\x04", "a ZIP archive"},
    {"BZh", "a bzip2 archive"},
    {"\xfd"
     "7zXZ",
     "an xz archive"},
    {"\x28\xb5\x2f\xfd", "a Zstandard archive"},
    {"%PDF-", "a PDF file"},
    {"\x89PNG", "a PNG image"},
    {"\xff\xd8\xff", "a JPEG image"},
    {"\x7f"
     "ELF",
     "a program"},
    {"SQLite format 3", "an SQLite database"},
};

// Returns the single error to report for a file that is not text; it replaces all of `errors`. Nullopt for
// other input.
std::optional<SyntaxError> FindBinary(const std::vector<SyntaxError>& errors,
                                      const source::SourceFile& source) {
  const bool has_character_error = std::any_of(errors.begin(), errors.end(), [](const SyntaxError& error) {
    return error.kind == diag::Kind::kControlCharacter || error.kind == diag::Kind::kInvalidUtf8;
  });
  if (!has_character_error) {
    return std::nullopt;
  }
  const Text text = source.text();
  const BinaryFormat* const format =
      std::find_if(std::begin(kBinaryFormats), std::end(kBinaryFormats),
                   [&](const BinaryFormat& one) { return text.starts_with(one.begin); });
  if (format == std::end(kBinaryFormats) && text.find(Text("\0\0", 2)) == Text::npos) {
    return std::nullopt;
  }
  const std::string what = format == std::end(kBinaryFormats) ? "binary" : std::string(format->name);
  return SyntaxError{diag::Kind::kYamlSyntax,
                     {source.base(), source.base()},
                     "this file is " + what + ", not YAML",
                     "",
                     {},
                     {},
                     ""};
}

// Returns the single error to report for an HTML page or an XML file; it replaces all of `errors`. Nullopt
// for other input.
std::optional<SyntaxError> FindMarkup(const std::vector<SyntaxError>& errors,
                                      const source::SourceFile& source) {
  Text text = source.text();
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  const bool is_html = BeginsWith(text, "<!doctype html") || BeginsWith(text, "<html");
  if (errors.empty() || !(is_html || BeginsWith(text, "<?xml"))) {
    return std::nullopt;
  }
  const auto at = static_cast<uint32_t>(source.base() + begin);
  const auto size = static_cast<uint32_t>(std::min(text.find_first_of("\r\n"), text.size()));
  return SyntaxError{
      diag::Kind::kYamlSyntax,
      {at, at + size},
      is_html ? "this file is an HTML page, not YAML" : "this file is XML, not YAML",
      "",
      {},
      {},
      is_html ? "a server probably returned this page instead of the file: download the file again" : ""};
}

// Returns a result with `first` null if no error is a template statement.
TemplateDocument FindTemplateDocument(const std::vector<SyntaxError>& errors,
                                      const source::SourceFile& source) {
  TemplateDocument found;
  bool has_statement = false;
  for (const SyntaxError& error : errors) {
    if (error.kind != diag::Kind::kForeignTemplate) {
      continue;
    }
    if (found.first == nullptr) {
      found.first = &error;
    } else {
      ++found.others;
    }
    has_statement = has_statement || IsStatement(source.Text(error.at));
  }
  return has_statement ? found : TemplateDocument();
}

void ReportError(const SyntaxError& error, const source::SourceFile& source, const TemplateDocument& whole,
                 diag::Emitter& emit) {
  if (whole.IsFurtherMark(error)) {
    return;
  }
  diag::DiagnosticBuilder builder = emit.ReportText(error.at, error.kind, error.message);
  if (!error.label.empty()) {
    builder.Label(error.label);
  }
  if (error.related.has_value()) {
    builder.Related(error.related, error.related_text);
  }
  if (!error.hint.empty()) {
    builder.Hint(error.hint);
  }
  if (error.ended_by.has_value()) {
    builder.SupersededBy(diag::Kind::kUnknownKey, error.ended_by);
  }
  if (&error != whole.first) {
    builder.Fix(GetSyntaxFix(error, source));
  } else if (whole.others > 0) {
    builder.Note("the file is a template: it has " + std::to_string(whole.others) + " more of these");
  }
  builder.Emit();
}

constexpr diag::Def<> kMoreErrors{diag::Kind::kFindingsCut,
                                  "this file has more errors than are shown: the remaining ones start here"};

constexpr diag::Def<uint64_t> kDocuments{diag::Kind::kLimitSize, "the file has more than {} documents"};

// Forwards the first errors of a file, and always exceeded limits.
class ErrorSink final : public diag::Sink {
 public:
  ErrorSink(diag::Emitter* emit, uint64_t most) : emit_(*emit), most_(most) {}

  // While it holds findings back, for others come before them.
  void Hold() { is_holding_ = true; }
  bool has_held() const { return !held_.empty(); }
  void HoldNoMore() { is_holding_ = false; }
  void PassHeld() {
    for (diag::Diagnostic& finding : std::exchange(held_, {})) {
      Consume(std::move(finding));
    }
  }

  void Consume(diag::Diagnostic finding) override {
    if (is_holding_) {
      held_.push_back(std::move(finding));
      return;
    }
    if (finding.severity != diag::Severity::kError || diag::IsLimit(finding.kind) || ++count_ <= most_) {
      emit_.Emit(std::move(finding));
    } else if (!cut_at_.has_value()) {
      cut_at_ = finding.labels.front().span;
    }
  }
  void Finish() {
    if (count_ > most_) {
      emit_.Report(cut_at_, kMoreErrors).Hint("fix the first errors: the others may follow from them").Emit();
    }
  }

 private:
  diag::Emitter& emit_;
  const uint64_t most_;
  uint64_t count_ = 0;
  source::Span cut_at_;
  bool is_holding_ = false;
  std::vector<diag::Diagnostic> held_;
};

bool HasErrorIn(const EventStream& stream, uint32_t begin, uint32_t end) {
  return std::any_of(stream.errors.begin(), stream.errors.end(), [&](const SyntaxError& error) {
    return error.at.begin >= begin && error.at.begin <= end;
  });
}

Document EmptyDocument(const source::SourceFile& source, Arena& arena) {
  Document document;
  value::Value* null = arena.New<value::Value>();
  null->span = {source.base(), source.base()};
  document.root = null;
  document.span = null->span;
  return document;
}

// The comments of a document are those from the end of the one before to its own end; the last document
// also has those that follow it.
void DivideComments(File* file, const std::vector<uint32_t>& ends) {
  uint32_t next = 0;
  for (size_t i = 0; i < file->documents.size(); ++i) {
    file->documents[i].comment_begin = next;
    const bool is_last = i + 1 == file->documents.size();
    while (next < file->comments.size() && (is_last || file->comments[next].span.begin < ends[i])) {
      ++next;
    }
    file->documents[i].comment_end = next;
  }
}

// go-yaml's parser stops after the last document and never reads text after its `...`.
void HideCommentsAfterTheEnd(File* file, uint32_t end) {
  constexpr uint32_t kMarkSize = 3;
  const uint32_t base = file->source->base();
  if (end < base + kMarkSize) {
    return;
  }
  const uint32_t mark = end - kMarkSize;
  const bool is_at_line_begin = mark == base || file->source->Text({mark - 1, mark}) == "\n";
  if (!is_at_line_begin || file->source->Text({mark, end}) != "...") {
    return;
  }
  for (auto comment = file->comments.rbegin(); comment != file->comments.rend() && comment->span.begin >= end;
       ++comment) {
    comment->is_hidden = true;
  }
}

}  // namespace

source::Span GetDash(const File& file, const value::Value& sequence, const value::Value& item) {
  if (sequence.style != value::Style::kBlock) {
    return {};
  }
  const auto after = std::lower_bound(file.dashes.begin(), file.dashes.end(), item.span.begin,
                                      [](source::Span dash, uint32_t offset) { return dash.begin < offset; });
  if (after == file.dashes.begin() || (after - 1)->begin < sequence.span.begin) {
    return {};
  }
  return *(after - 1);
}

File ReadFile(const source::SourceFile& source, const ReadOptions& options, Arena& arena,
              diag::Emitter& emit) {
  EventStream stream;
  File file;
  file.source = &source;
  ErrorSink sink(&emit, options.limits.syntax_errors);
  diag::Emitter bounded(&sink);
  Composer composer(source, stream, options, arena, bounded);
  GoYamlErrors go(source, options.dialect, &stream);
  std::optional<EventStream> other;  // of a text that the reader of YAML alone would misread
  if (options.reader != &YamlCppReader()) {
    other = ReadWithoutDiffMarkers(source, options.limits);
  }
  const bool is_with_comments = options.dialect == value::Dialect::kYtt &&
                                JsonDialectOfName(source.name()) == JsonDialect::kWithComments;
  if (!other && (options.dialect == value::Dialect::kYaml12 || is_with_comments)) {
    other = ReadJsonFile(source, options.limits);
  }
  if (other) {
    stream = *std::move(other);
  } else if (options.reader == nullptr) {
    // Findings in values follow those about the syntax.
    sink.Hold();
    const auto take = [&](size_t final) {
      go.Take(final);
      if (sink.has_held()) {
        return size_t{0};
      }
      composer.Take(final);
      const size_t removed = composer.RemoveTaken();
      go.Forget(removed);
      return removed;
    };
    ReadIncrementally(source, options.limits, take, &stream);
  } else {
    stream = options.reader->Read(source, options.limits);
  }
  go.Finish();
  sink.HoldNoMore();
  bool is_other_format = false;
  for (const auto& find : {FindMarkup, FindBinary}) {
    if (std::optional<SyntaxError> whole_file = find(stream.errors, source)) {
      stream.errors = {*std::move(whole_file)};
      is_other_format = true;
    }
  }
  const TemplateDocument whole = FindTemplateDocument(stream.errors, source);
  for (const SyntaxError& error : stream.errors) {
    ReportError(error, source, whole, bounded);
  }
  sink.PassHeld();
  composer.FindHiddenStrings();
  composer.Take(stream.events.size());
  file.documents = composer.TakeDocuments();
  std::vector<uint32_t> ends = composer.document_ends();
  if (is_other_format) {
    file.documents.clear();  // nothing that it seems to hold is a value
    ends.clear();
  }
  uint32_t begin = source.base();
  for (size_t i = 0; i < file.documents.size(); ++i) {
    file.documents[i].is_invalid = file.documents[i].is_invalid || HasErrorIn(stream, begin, ends[i]);
    begin = ends[i] + 1;
  }
  if (composer.too_many_at().has_value()) {
    emit.Report(composer.too_many_at(), kDocuments, options.limits.documents).Emit();
  }
  if (file.documents.empty()) {
    file.documents.push_back(EmptyDocument(source, arena));
    file.documents.back().is_invalid = !stream.errors.empty();
    ends.push_back(source.span().end);
  }
  sink.Finish();
  file.aliases = composer.TakeAliases();
  file.repeated_keys = composer.TakeRepeatedKeys();
  file.comments = std::move(stream.comments);
  HideCommentsAfterTheEnd(&file, ends.back());
  file.dashes = std::move(stream.dashes);
  DivideComments(&file, ends);
  return file;
}

}  // namespace kval::yaml
