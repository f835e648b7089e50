#include "src/helm/values_text.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "src/diag/collector.h"
#include "src/helm/document_markers.h"
#include "src/helm/go_number.h"
#include "src/helm/merge_values.h"
#include "src/support/native_stack.h"
#include "src/yaml/document.h"

namespace kval::helm {
namespace {

using value::Kind;

constexpr diag::Def<> kFurtherDocument{diag::Kind::kNotChecked,
                                       "Helm reads only the first document of a file: this one is ignored"};
constexpr diag::Def<> kUnmarkedDocument{diag::Kind::kNotChecked,
                                        "Helm requires `---` before a document: this one is ignored"};
constexpr diag::Def<std::string_view> kRepeatedKey{
    diag::Kind::kDuplicateKey, "the key `{}` is repeated in this mapping: Helm uses the last one"};
constexpr diag::Def<std::string_view> kOneKey{
    diag::Kind::kDuplicateKey,
    "Helm reads these keys as the same key \"{}\", and which value it uses is random"};
constexpr diag::Def<std::string_view, std::string_view> kNotAMap{diag::Kind::kHelmRefused,
                                                                 "{} must be a map, found {}"};
constexpr diag::Def<std::string_view, std::string_view> kBooleanKey{diag::Kind::kAmbiguousBoolean,
                                                                    "Helm reads the key `{}` as `{}`"};
constexpr diag::Def<std::string_view> kBadKey{diag::Kind::kHelmRefused, "Helm does not accept {} as a key"};
constexpr diag::Def<> kSurrogate{diag::Kind::kHelmRefused,
                                 "Helm does not accept escapes of half a character (`\\ud800` to `\\udfff`)"};
constexpr diag::Def<> kNotFinite{diag::Kind::kHelmRefused, "Helm does not accept infinity or NaN"};

// Converts the content of a YAML file to Helm's values.
class Import {
 public:
  Import(Author author, HelmContext& context) : author_(author), context_(context) {}

  TableValue Of(const value::Value& value) {
    NeedStack();
    if (value.kind == Kind::kSequence) {
      TableList* list = context_.forest.NewList();
      list->items.reserve(value.items().size());
      for (const value::Value* item : value.items()) {
        list->items.push_back(Of(*item));
      }
      return context_.forest.MakeNode(list, &value);
    }
    if (value.kind == Kind::kMapping) {
      return context_.forest.MakeNode(TableOf(value), &value);
    }
    return context_.forest.MakeNode(Scalar(value));
  }

  Table* TableOf(const value::Value& mapping) {
    Table* table = context_.forest.NewTable();
    table->AddRecovery(mapping.gap);
    bool has_others = false;
    for (const value::Entry& entry : mapping.entries()) {
      const value::Value* key = Key(*entry.key);
      has_others = has_others || key != entry.key;
      const TableValue node = Of(*entry.value);
      if (key != nullptr) {
        table->Set(*key, node);
      }
    }
    if (has_others) {
      ReportCollidingKeys(mapping);
    }
    return table;
  }

  bool ok() const { return ok_; }

 private:
  // Go converts a map with YAML keys to string keys in random order. Keys equal in YAML are reported by the
  // reader (kRepeatedKey).
  void ReportCollidingKeys(const value::Value& mapping) {
    std::map<std::string, const value::Value*> first;
    for (const value::Entry& entry : mapping.entries()) {
      if (entry.key->is_collection()) {
        continue;
      }
      std::string text =
          entry.key->kind == Kind::kString ? std::string(entry.key->raw) : helm::KeyText(*entry.key);
      const auto [known, is_new] = first.try_emplace(std::move(text), entry.key);
      if (!is_new && known->second->kind != entry.key->kind) {
        context_.emit.Report(entry.key->span, kOneKey, known->first)
            .Related(known->second->span, "the other one")
            .Emit();
      }
    }
  }

  const value::Value* Scalar(const value::Value& scalar) {
    if (scalar.kind == Kind::kFloat && !std::isfinite(scalar.real)) {
      context_.emit.Report(scalar.span, kNotFinite).Hint("quote it if it is a string").Emit();
      ok_ = false;
      return &scalar;
    }
    RefuseSurrogates(scalar);
    return AsFloat64(scalar, context_.arena);
  }

  // JSON writes characters beyond the first 65,536 as two escapes; go-yaml does not take them.
  void RefuseSurrogates(const value::Value& scalar) {
    if (scalar.style != value::Style::kDoubleQuoted || !scalar.span.has_value()) {
      return;
    }
    const std::string_view text = context_.sources.Text(scalar.span);
    for (size_t i = 0; i + 5 < text.size(); ++i) {
      if (text[i] != '\\') {
        continue;
      }
      const bool is_half = text[i + 1] == 'u' && (text[i + 2] | ' ') == 'd' &&
                           std::string_view("89abcdefABCDEF").find(text[i + 3]) != std::string_view::npos;
      if (is_half) {
        context_.emit.Report(scalar.span, kSurrogate).Hint("write the character itself").Emit();
        ok_ = false;
        return;
      }
      ++i;
    }
  }

  const value::Value* Key(const value::Value& key) {
    if (key.kind == Kind::kString) {
      RefuseSurrogates(key);
      return &key;
    }
    const bool is_large = key.kind == Kind::kInt && key.is_unsigned;
    if (key.kind == Kind::kNull || key.is_collection() || is_large) {
      context_.emit
          .Report(key.span, kBadKey, is_large ? "number of more than 63 bits" : value::KindName(key.kind))
          .Hint(key.is_collection() ? "" : "quote the key if it is a string")
          .Emit();
      ok_ = false;
      return nullptr;
    }
    const std::string text = helm::KeyText(key);
    if (key.kind == Kind::kBool && author_ == Author::kUser && key.span.has_value() &&
        context_.sources.Text(key.span) != text) {
      context_.emit.Report(key.span, kBooleanKey, context_.sources.Text(key.span), text)
          .Hint("quote it")
          .Emit();
    }
    return context_.forest.build().String(text, key.span);
  }

  Author author_;
  HelmContext& context_;
  bool ok_ = true;
};

// Passes on what concerns the text from `begin` to `end`; what has no place concerns the first document.
void PassOn(const std::vector<diag::Diagnostic>& findings, bool is_first, uint32_t begin, uint32_t end,
            diag::Emitter& emit) {
  for (const diag::Diagnostic& finding : findings) {
    const source::Span at = finding.labels.front().span;
    if (at.has_value() ? at.begin >= begin && at.begin <= end : is_first) {
      emit.Emit(finding);
    }
  }
}

// Those of the first document.
void ReportRepeated(const yaml::File& file, uint32_t end, diag::Emitter& emit) {
  for (const yaml::DuplicateKey& key : file.repeated_keys) {
    if (key.again->span.begin < end) {
      emit.Report(key.again->span, kRepeatedKey, key.again->raw)
          .As(diag::Severity::kWarning)
          .Related(key.first->span, "the first one")
          .Emit();
    }
  }
}

bool HasContent(const yaml::Document& document) {
  return document.root->kind != Kind::kNull || document.root->span.size() > 0;
}

// Where a document begins.
uint32_t BeginOf(const yaml::Document& document) {
  return document.marker.has_value() ? document.marker.begin : document.span.begin;
}

// Reads all documents of a file; errors go to `findings`.
yaml::File ReadText(const source::SourceFile& file, Author author, HelmContext& context,
                    diag::Collector& findings) {
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kHelm;
  // Duplicates are written to one key of a table, where the last one stays.
  options.duplicates = author == Author::kUser ? yaml::DuplicateKeys::kKeep : yaml::DuplicateKeys::kLastWins;
  options.limits = context.limits;
  diag::Emitter collect(&findings);
  return yaml::ReadFile(file, options, context.arena, collect);
}

// Returns the first document of a file, with gaps for reported errors.
const value::Value& FirstDocument(const source::SourceFile& file, Author author, HelmContext& context) {
  diag::Collector findings;
  const yaml::File read = ReadText(file, author, context, findings);
  const uint32_t end = read.documents.size() < 2 ? file.span().end : BeginOf(read.documents[1]);
  PassOn(findings.diagnostics(), true, file.base(), end, context.emit);
  for (size_t i = 1; i < read.documents.size() && author == Author::kUser; ++i) {
    if (HasContent(read.documents[i])) {
      context.emit.Report(read.documents[i].span, kFurtherDocument)
          .As(diag::Severity::kWarning)
          .Hint("put it into a separate file and pass that with another `-f`")
          .Emit();
      break;
    }
  }
  ReportRepeated(read, end, context.emit);
  return *read.documents[0].root;
}

// Helm 4: documents separated by `---`, each applied on top of earlier ones. Source: helm v4
// loader.LoadValues.
ReadTable AllDocuments(const source::SourceFile& file, Author author, HelmContext& context) {
  diag::Collector findings;
  const yaml::File read = ReadText(file, author, context, findings);
  ReadTable all{context.forest.NewTable(), true};
  for (size_t i = 0; i < read.documents.size(); ++i) {
    const yaml::Document& document = read.documents[i];
    const bool is_last = i + 1 == read.documents.size();
    const uint32_t end = is_last ? file.span().end : BeginOf(read.documents[i + 1]);
    if (i > 0 && !IsCut(document.marker, file)) {
      if (HasContent(document)) {
        context.emit.Report(document.span, kUnmarkedDocument).As(diag::Severity::kWarning).Emit();
      }
      continue;
    }
    PassOn(findings.diagnostics(), i == 0, i == 0 ? file.base() : BeginOf(document), is_last ? end : end - 1,
           context.emit);
    if (IsCut(document.marker, file) && !IsBare(document.marker, file)) {
      all.is_whole = false;  // already reported
      continue;
    }
    const ReadTable one = ValuesOf(*document.root, "values", author, context);
    all.is_whole = all.is_whole && one.is_whole;
    if (one.table != nullptr) {
      MergeValues(*all.table, *one.table, context.forest);
    }
  }
  ReportRepeated(read, file.span().end, context.emit);
  return all;
}

}  // namespace

const value::Value* ReadFirstDocument(const source::SourceFile& file, Author author, HelmContext& context) {
  const size_t before = context.emit.error_count();
  CheckMarks(file, Version::kHelm3, context.emit);
  const value::Value& root = FirstDocument(file, author, context);
  return context.emit.error_count() == before ? &root : nullptr;
}

std::vector<const value::Value*> ReadDocuments(const source::SourceFile& file, HelmContext& context) {
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kHelm;
  options.duplicates = yaml::DuplicateKeys::kLastWins;
  options.limits = context.limits;
  const size_t before = context.emit.error_count();
  std::vector<const value::Value*> roots;
  for (const yaml::Document& document :
       yaml::ReadFile(file, options, context.arena, context.emit).documents) {
    roots.push_back(document.root);
  }
  return context.emit.error_count() == before ? roots : std::vector<const value::Value*>();
}

ReadTable ValuesOf(const value::Value& root, std::string_view what, Author author, HelmContext& context) {
  if (root.kind == Kind::kNull || (root.kind != Kind::kMapping && IsRecovered(root))) {
    Table* nothing = context.forest.NewTable();
    nothing->AddRecovery(root.gap);
    return {nothing, !IsRecovered(root)};
  }
  if (root.kind != Kind::kMapping) {
    context.emit.Report(root.span, kNotAMap, what, value::KindName(root.kind)).Emit();
    return {nullptr, false};
  }
  Import import(author, context);
  Table* table = import.TableOf(root);
  return {table, import.ok()};
}

ReadTable ReadValues(const source::SourceFile& file, Author author, HelmContext& context) {
  const size_t before = context.emit.error_count();
  CheckMarks(file, context.version, context.emit);
  if (context.version == Version::kHelm4) {
    ReadTable all = AllDocuments(file, author, context);
    all.is_whole = all.is_whole && context.emit.error_count() == before;
    return all;
  }
  ReadTable read = ValuesOf(FirstDocument(file, author, context), "values", author, context);
  read.is_whole = read.is_whole && context.emit.error_count() == before;
  return read;
}

}  // namespace kval::helm
