#include "src/cli/lsp/work.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/cli/commands.h"
#include "src/cli/lsp/diagnostics.h"
#include "src/cli/lsp/queries.h"
#include "src/cli/run_guarded.h"
#include "src/cli/standard_streams.h"
#include "src/cli/version.h"
#include "src/lsp/file_uri.h"
#include "src/lsp/position_encoding.h"
#include "src/source/file_reader.h"
#include "src/types/type.h"

namespace kval::cli {
namespace {

// `Of` with or without const.
template <typename Structure, typename Of>
concept IsA = std::is_same_v<std::remove_const_t<Structure>, Of>;

// VisitFields visits the fields of a structure in order, for both directions.
template <typename Visitor, IsA<source::FileStamp> Stamp>
void VisitFields(Visitor& visitor, Stamp& stamp) {
  visitor.All(stamp.exists, stamp.seconds, stamp.nanoseconds, stamp.size, stamp.device, stamp.inode);
}

template <typename Visitor, IsA<driver::PassedManifest> Passed>
void VisitFields(Visitor& visitor, Passed& passed) {
  visitor.All(passed.stamp, passed.documents, passed.steps, passed.has_config_map, passed.catalog_count,
              passed.first_of_catalog, passed.may_install, passed.has_values_from, passed.knows_versions,
              passed.custom_versions);
}

template <typename Visitor, IsA<driver::PassedManifests> Passed>
void VisitFields(Visitor& visitor, Passed& passed) {
  visitor.All(passed.context, passed.files);
}

template <typename Visitor, IsA<DocumentFindings> Findings>
void VisitFields(Visitor& visitor, Findings& findings) {
  visitor.All(findings.revisions, findings.files.reads, findings.files.kinds, findings.files.names,
              findings.lines, findings.chart);
}

template <typename Visitor, IsA<CheckReuse> Reuse>
void VisitFields(Visitor& visitor, Reuse& reuse) {
  visitor.All(reuse.situation, reuse.documents, reuse.projects);
}

template <typename Visitor, IsA<OpenDocuments> Opened>
void VisitFields(Visitor& visitor, Opened& opened) {
  visitor.All(opened.directories, opened.strings, opened.languages, opened.uris, opened.versions,
              opened.revisions, opened.counts_bytes);
}

template <typename Visitor, IsA<lsp::TextPosition> Position>
void VisitFields(Visitor& visitor, Position& position) {
  visitor.All(position.line, position.character);
}

template <typename Visitor, IsA<lsp::SchemaQuery::KnownFinding> Finding>
void VisitFields(Visitor& visitor, Finding& finding) {
  visitor.All(finding.code, finding.json);
}

template <typename Visitor, IsA<lsp::SchemaQuery> Query>
void VisitFields(Visitor& visitor, Query& query) {
  visitor.All(query.kind, query.path, query.uri, query.position, query.positions, query.below, query.word,
              query.is_flat, query.has_declaration, query.has_versions, query.has_snippets, query.kinds,
              query.findings, query.can_create_files, query.can_vendor, query.has_default_hints,
              query.tab_size, query.number);
}

template <typename Field>
concept IsNumber = std::is_integral_v<Field> || std::is_enum_v<Field>;

// Writes the fields that it visits.
class Encoder {
 public:
  template <typename... Fields>
  void All(const Fields&... fields) {
    (Visit(fields), ...);
  }
  std::string Take() { return std::move(text_); }

 private:
  template <IsNumber Field>
  void Visit(const Field& number) {
    text_ += std::to_string(static_cast<uint64_t>(number)) + ":";
  }
  void Visit(const std::string& text) {
    Visit(text.size());
    text_ += text;
  }
  template <typename Item>
  void Visit(const std::vector<Item>& items) {
    Visit(items.size());
    for (const Item& item : items) {
      Visit(item);
    }
  }
  template <typename Value>
  void Visit(const std::map<std::string, Value>& entries) {
    Visit(entries.size());
    for (const auto& [key, value] : entries) {
      All(key, value);
    }
  }
  template <typename Structure>
  void Visit(const Structure& structure) {
    VisitFields(*this, structure);
  }

  std::string text_;
};

// Reads the fields that it visits. After a failure, all fields are empty.
class Decoder {
 public:
  explicit Decoder(std::string_view text) : rest_(text) {}

  template <typename... Fields>
  void All(Fields&... fields) {
    (Visit(fields), ...);
  }
  bool is_complete() const { return !has_failed_ && rest_.empty(); }

 private:
  template <IsNumber Field>
  void Visit(Field& number) {
    number = static_cast<Field>(Number());
  }
  void Visit(std::string& text) {
    const uint64_t size = Number();
    has_failed_ = has_failed_ || size > rest_.size();
    text = has_failed_ ? std::string() : std::string(rest_.substr(0, size));
    rest_.remove_prefix(text.size());
  }
  template <typename Item>
  void Visit(std::vector<Item>& items) {
    for (uint64_t left = Number(); left > 0 && !has_failed_; --left) {
      Visit(items.emplace_back());
    }
  }
  template <typename Value>
  void Visit(std::map<std::string, Value>& entries) {
    for (uint64_t left = Number(); left > 0 && !has_failed_; --left) {
      std::string key;
      Visit(key);
      Visit(entries[key]);
    }
  }
  template <typename Structure>
  void Visit(Structure& structure) {
    VisitFields(*this, structure);
  }

  uint64_t Number() {
    uint64_t number = 0;
    const char* end = rest_.data() + rest_.size();
    const auto [at, error] = std::from_chars(rest_.data(), end, number);
    has_failed_ = has_failed_ || error != std::errc() || at == end || *at != ':';
    rest_.remove_prefix(has_failed_ ? rest_.size() : static_cast<size_t>(at - rest_.data()) + 1);
    return has_failed_ ? 0 : number;
  }

  std::string_view rest_;
  bool has_failed_ = false;
};

// Returns a function that finds the contents of files: those of open documents, and else the disk.
lsp::TextOfUri TextFinder(const OpenDocuments& opened) {
  return [&opened](std::string_view uri) -> std::optional<std::string> {
    std::optional<std::string> path = lsp::PathOf(uri);
    for (const auto& [open_path, open_uri] : opened.uris) {
      if (open_uri == uri) {
        path = open_path;
      }
    }
    if (!path) {
      return std::nullopt;
    }
    if (const auto open = opened.strings.find(*path); open != opened.strings.end()) {
      return open->second;
    }
    const Result<std::string> text = source::DiskFileReader().Read(*path);
    return text ? std::optional(*text) : std::nullopt;
  };
}

// Lines with notifications.
std::string InClientEncoding(std::string lines, const OpenDocuments& opened) {
  if (!opened.counts_bytes) {
    return lines;
  }
  std::string converted;
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = std::string_view(lines).substr(begin, end - begin);
    converted.append(lsp::WithUtf8Positions(line, {}, TextFinder(opened))).push_back('\n');
    begin = end + 1;
  }
  return converted;
}

std::string AnswerInClientEncoding(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                   const ProcessEnvironment& environment) {
  if (!opened.counts_bytes) {
    return AnswerQuery(query, opened, environment);
  }
  lsp::SchemaQuery converted = query;
  if (const auto text = opened.strings.find(query.path); text != opened.strings.end()) {
    converted.position = lsp::ToUtf16(text->second, query.position);
    for (lsp::TextPosition& position : converted.positions) {
      position = lsp::ToUtf16(text->second, position);
    }
  }
  return lsp::WithUtf8Positions(AnswerQuery(converted, opened, environment), query.uri, TextFinder(opened));
}

}  // namespace

int RunLspWork(const LspWork& work, CheckReuse& reuse, const ProcessEnvironment& environment) {
  CommandOutput output;
  if (!work.query) {
    LspCheckResult result;
    CheckOpenDocuments(work.opened, environment, reuse, result.changed, output);
    result.lines = InClientEncoding(std::move(output.out), work.opened);
    output.out = EncodeCheckResult(result);
    return WriteStreams(output) ? kOk : kUnusable;
  }
  const auto answer = [&](const ProcessEnvironment& guarded, CommandOutput& target) {
    target.out = AnswerInClientEncoding(*work.query, work.opened, guarded);
    return static_cast<int>(kOk);
  };
  return RunGuarded(answer, environment, output) == kOk && WriteStreams(output) ? kOk : kUnusable;
}

std::string EncodeLspWork(const LspWork& work, const CheckReuse& reuse) {
  Encoder encoder;
  encoder.All(std::string(kVersion), work.opened, work.query.has_value());
  if (work.query) {
    encoder.All(*work.query);
  } else {
    encoder.All(reuse);
  }
  return encoder.Take();
}

std::optional<LspWork> DecodeLspWork(std::string_view text, CheckReuse& reuse) {
  Decoder decoder(text);
  std::string version;
  LspWork work;
  bool has_query = false;
  decoder.All(version, work.opened, has_query);
  if (has_query) {
    decoder.All(work.query.emplace());
  } else {
    decoder.All(reuse);
  }
  return decoder.is_complete() && version == kVersion ? std::optional(std::move(work)) : std::nullopt;
}

std::string EncodeCheckResult(const LspCheckResult& result) {
  Encoder encoder;
  encoder.All(result.lines, result.changed);
  return encoder.Take();
}

std::optional<LspCheckResult> DecodeCheckResult(std::string_view text) {
  Decoder decoder(text);
  LspCheckResult result;
  decoder.All(result.lines, result.changed);
  return decoder.is_complete() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace kval::cli
