#include "src/cli/lsp_work.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "src/cli/commands.h"
#include "src/cli/lsp_diagnostics.h"
#include "src/cli/lsp_queries.h"
#include "src/cli/run_guarded.h"
#include "src/cli/standard_streams.h"
#include "src/cli/version.h"
#include "src/lsp/file_uri.h"
#include "src/lsp/position_encoding.h"
#include "src/source/file_reader.h"

namespace kval::cli {
namespace {

// The fields of a structure in order, for both directions.
template <typename Visitor, typename Stamp>
void VisitStamp(Visitor& visitor, Stamp& stamp) {
  visitor.Visit(stamp.exists);
  visitor.Visit(stamp.seconds);
  visitor.Visit(stamp.nanoseconds);
  visitor.Visit(stamp.size);
  visitor.Visit(stamp.device);
  visitor.Visit(stamp.inode);
}

template <typename Visitor, typename File>
void VisitPassedFile(Visitor& visitor, File& passed) {
  visitor.Visit(passed.stamp);
  visitor.Visit(passed.documents);
  visitor.Visit(passed.steps);
  visitor.Visit(passed.has_config_map);
  visitor.Visit(passed.catalog_count);
  visitor.Visit(passed.first_of_catalog);
}

template <typename Visitor, typename Files>
void VisitPassedFiles(Visitor& visitor, Files& passed) {
  visitor.Visit(passed.context);
  visitor.Visit(passed.files);
}

template <typename Visitor, typename Findings>
void VisitFindings(Visitor& visitor, Findings& findings) {
  visitor.Visit(findings.revisions);
  visitor.Visit(findings.files.reads);
  visitor.Visit(findings.files.kinds);
  visitor.Visit(findings.files.names);
  visitor.Visit(findings.lines);
}

template <typename Visitor, typename Reuse>
void VisitReuse(Visitor& visitor, Reuse& reuse) {
  visitor.Visit(reuse.situation);
  visitor.Visit(reuse.documents);
  visitor.Visit(reuse.projects);
}

// Writes the fields that it visits.
class Encoder {
 public:
  void Visit(const std::string& text) {
    Number(text.size());
    text_ += text;
  }
  void Visit(uint64_t number) { Number(number); }
  void Visit(bool flag) { Number(flag ? 1 : 0); }
  void Visit(long long number) { Number(static_cast<uint64_t>(number)); }
  void Visit(unsigned long long number) { Number(number); }
  void Visit(source::PathKind kind) { Number(static_cast<uint64_t>(kind)); }
  void Visit(lsp::SchemaQuery::QueryKind kind) { Number(static_cast<uint64_t>(kind)); }
  void Visit(const lsp::TextPosition& position) {
    Number(position.line);
    Number(position.character);
  }
  template <typename Item>
  void Visit(const std::vector<Item>& items) {
    Number(items.size());
    for (const Item& item : items) {
      Visit(item);
    }
  }
  template <typename Value>
  void Visit(const std::map<std::string, Value>& entries) {
    Number(entries.size());
    for (const auto& [key, value] : entries) {
      Visit(key);
      Visit(value);
    }
  }
  void Visit(const source::FileStamp& stamp) { VisitStamp(*this, stamp); }
  void Visit(const driver::PassedManifest& passed) { VisitPassedFile(*this, passed); }
  void Visit(const driver::PassedManifests& passed) { VisitPassedFiles(*this, passed); }
  void Visit(const DocumentFindings& findings) { VisitFindings(*this, findings); }
  std::string Take() { return std::move(text_); }

 private:
  void Number(uint64_t number) { text_ += std::to_string(number) + ":"; }

  std::string text_;
};

// Reads the fields that it visits. After a failure, all fields are empty.
class Decoder {
 public:
  explicit Decoder(std::string_view text) : rest_(text) {}

  bool is_complete() const { return !has_failed_ && rest_.empty(); }

  void Visit(std::string& text) {
    const uint64_t size = Number();
    has_failed_ = has_failed_ || size > rest_.size();
    text = has_failed_ ? std::string() : std::string(rest_.substr(0, size));
    rest_.remove_prefix(text.size());
  }
  void Visit(bool& flag) { flag = Number() != 0; }
  void Visit(uint64_t& number) { number = Number(); }
  void Visit(long long& number) { number = static_cast<long long>(Number()); }
  void Visit(unsigned long long& number) { number = Number(); }
  void Visit(source::PathKind& kind) { kind = static_cast<source::PathKind>(Number()); }
  void Visit(lsp::SchemaQuery::QueryKind& kind) { kind = static_cast<lsp::SchemaQuery::QueryKind>(Number()); }
  void Visit(source::FileStamp& stamp) { VisitStamp(*this, stamp); }
  void Visit(driver::PassedManifest& passed) { VisitPassedFile(*this, passed); }
  void Visit(driver::PassedManifests& passed) { VisitPassedFiles(*this, passed); }
  void Visit(DocumentFindings& findings) { VisitFindings(*this, findings); }
  void Visit(lsp::TextPosition& position) {
    position.line = static_cast<uint32_t>(Number());
    position.character = static_cast<uint32_t>(Number());
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

 private:
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

// All fields of a task in order, for both directions.
template <typename Visitor, typename Opened>
void VisitDocuments(Visitor& visitor, Opened& opened) {
  visitor.Visit(opened.directories);
  visitor.Visit(opened.strings);
  visitor.Visit(opened.languages);
  visitor.Visit(opened.uris);
  visitor.Visit(opened.versions);
  visitor.Visit(opened.revisions);
  visitor.Visit(opened.counts_bytes);
}

template <typename Visitor, typename Query>
void VisitQuery(Visitor& visitor, Query& query) {
  visitor.Visit(query.kind);
  visitor.Visit(query.path);
  visitor.Visit(query.uri);
  visitor.Visit(query.position);
  visitor.Visit(query.positions);
  visitor.Visit(query.below);
  visitor.Visit(query.word);
  visitor.Visit(query.is_flat);
  visitor.Visit(query.has_declaration);
  visitor.Visit(query.has_versions);
  visitor.Visit(query.number);
}

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
  encoder.Visit(std::string(kVersion));
  VisitDocuments(encoder, work.opened);
  encoder.Visit(work.query.has_value());
  if (work.query) {
    VisitQuery(encoder, *work.query);
  } else {
    VisitReuse(encoder, reuse);
  }
  return encoder.Take();
}

std::optional<LspWork> DecodeLspWork(std::string_view text, CheckReuse& reuse) {
  Decoder decoder(text);
  std::string version;
  LspWork work;
  bool has_query = false;
  decoder.Visit(version);
  VisitDocuments(decoder, work.opened);
  decoder.Visit(has_query);
  if (has_query) {
    VisitQuery(decoder, work.query.emplace());
  } else {
    VisitReuse(decoder, reuse);
  }
  return decoder.is_complete() && version == kVersion ? std::optional(std::move(work)) : std::nullopt;
}

std::string EncodeCheckResult(const LspCheckResult& result) {
  Encoder encoder;
  encoder.Visit(result.lines);
  VisitReuse(encoder, result.changed);
  return encoder.Take();
}

std::optional<LspCheckResult> DecodeCheckResult(std::string_view text) {
  Decoder decoder(text);
  LspCheckResult result;
  decoder.Visit(result.lines);
  VisitReuse(decoder, result.changed);
  return decoder.is_complete() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace kval::cli
