#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "src/check/describe.h"
#include "src/cli/input_options.h"
#include "src/cli/lsp/chart_hints.h"
#include "src/cli/lsp/default_hints.h"
#include "src/cli/lsp/document_plan.h"
#include "src/cli/override_reader.h"
#include "src/cli/value_origins.h"
#include "src/diag/diagnostic.h"
#include "src/diag/kind.h"
#include "src/diag/path.h"
#include "src/driver/pipeline.h"
#include "src/lsp/structure/structure_results.h"
#include "src/lsp/text_position.h"
#include "src/redaction/redaction.h"
#include "src/report/source_location.h"
#include "src/support/path_text.h"
#include "src/yaml/writer.h"

namespace kval::cli {
namespace {

using lsp::InlayHint;
using value::Kind;
using value::Value;

constexpr size_t kMostHints = 1000;
constexpr size_t kMostChecks = 4;       // of one document: a base layer of many environments
constexpr size_t kMostCharacters = 40;  // of a value

// A scalar in one line, or the kind of a collection.
std::string ShownValue(const Value& value) {
  if (value.is_collection()) {
    const bool is_map = value.kind == Kind::kMapping;
    const bool is_empty = value.entries().empty() && value.items().empty();
    return std::string(is_map ? "{" : "[") + (is_empty ? "" : "…") + (is_map ? "}" : "]");
  }
  const std::string text = yaml::WriteYamlScalar(value, {});
  return text.size() <= kMostCharacters && text.find('\n') == std::string::npos ? text : "…";
}

// Whether errors of files or schemas, such as syntax errors, may have changed the final values.
bool IsIncomplete(const std::vector<diag::Diagnostic>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
    return finding.severity == diag::Severity::kError && !diag::CategoryOf(finding.kind).concerns_values;
  });
}

// Finds hints for a document in the final values of one check.
class HintFinder {
 public:
  // `schemas`: the names of the files whose values are defaults.
  HintFinder(const source::SourceMap& sources, std::string document, std::set<std::string> schemas,
             Hints& hints)
      : sources_(sources), document_(std::move(document)), schemas_(std::move(schemas)), hints_(hints) {}

  void Find(const Value& root) {
    Enter(root);
    while (!open_.empty()) {
      Collection& open = open_.back();
      const Value& value = *open.value;
      const bool is_mapping = value.kind == Kind::kMapping;
      if (open.next == (is_mapping ? value.entries().size() : value.items().size())) {
        Leave();
        continue;
      }
      const size_t at = open.next++;
      path_.push_back(is_mapping ? check::StepOf(*value.entries()[at].key) : diag::PathStep::Index(at));
      Enter(is_mapping ? *value.entries()[at].value : *value.items()[at]);
    }
  }

 private:
  // What is known about a part of the values.
  struct Found {
    std::optional<size_t> end;  // of its last value in the document
    bool is_default = false;    // all of it comes from a schema
    std::string from;           // where a default is declared
  };
  struct Collection {
    const Value* value;
    size_t next = 0;
    Found found;
    std::vector<std::string> defaults = {};  // `key: value` of missing keys
    std::string from = {};
  };

  void Enter(const Value& value) {
    if (!value.entries().empty() || !value.items().empty()) {
      open_.push_back({&value, 0, {std::nullopt, true, {}}});
      return;
    }
    Add(value, Leaf(value));
  }

  void Leave() {
    const Collection done = std::move(open_.back());
    open_.pop_back();
    if (done.found.end && !done.defaults.empty()) {
      AddDefaults(done);
    }
    Add(*done.value, done.found);
  }

  // A part is complete: it belongs to the collection around it.
  void Add(const Value& value, const Found& found) {
    if (open_.empty()) {
      return;
    }
    Collection& around = open_.back();
    around.found.is_default = around.found.is_default && found.is_default;
    around.found.from = around.found.from.empty() ? found.from : around.found.from;
    if (found.end) {
      around.found.end = std::max(around.found.end.value_or(0), *found.end);
    }
    if (found.is_default && around.value->kind == Kind::kMapping && !path_.empty()) {
      const bool is_secret = redaction::IsSecretPath(path_);
      around.defaults.push_back(path_.back().key + ": " + (is_secret ? "…" : ShownValue(value)));
      around.from = around.from.empty() ? found.from : around.from;
    }
    if (!path_.empty()) {
      path_.pop_back();
    }
  }

  Found Leaf(const Value& value) {
    Found found;
    const std::vector<source::Span> places = OriginSpans(value, sources_);
    for (size_t i = 0; i < places.size(); ++i) {
      const source::SourceFile& file = sources_.FileOf(places[i]);
      if (file.name() != document_) {
        continue;
      }
      const size_t end = places[i].end - file.base() + file.mark_size();
      found.end = std::max(found.end.value_or(0), end);
      if (i > 0 && !IsComputed(value, sources_)) {
        AddOverridden(value, places.front(), end);
      }
    }
    if (places.size() == 1 && schemas_.contains(std::string(sources_.FileOf(places[0]).name()))) {
      found.is_default = true;
      found.from = PlaceText(places[0]);
    }
    return found;
  }

  std::string PlaceText(source::Span span) const {
    const report::SourceLocation place = report::PlaceOf(sources_, span);
    return std::string(place.file) + ":" + std::to_string(place.begin.line);
  }

  // A later layer overrides the value that ends there.
  void AddOverridden(const Value& value, source::Span by, size_t end) {
    const std::string shown = redaction::IsSecretPath(path_) ? "…" : ShownValue(value);
    const std::string place = PlaceText(by);
    hints_[end].push_back({end, "→ " + shown + " (" + std::string(GetFileName(place)) + ")",
                           "The effective value is set in " + place});
  }

  void AddDefaults(const Collection& map) {
    const size_t end = *map.found.end;
    hints_[end].push_back(DefaultsHint(end, map.defaults, map.from));
  }

  const source::SourceMap& sources_;
  std::string document_;
  std::set<std::string> schemas_;
  Hints& hints_;
  std::vector<Collection> open_;
  diag::Path path_;
};

class HintQuery {
 public:
  HintQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened, const ProcessEnvironment& environment)
      : query_(query),
        opened_(opened),
        content_(opened.strings.at(query.path)),
        text_(opened, query.path, environment),
        environment_(environment) {}

  std::string Answer() {
    driver::DriverOptions options;
    std::string message;
    if (!ToDriverOptions({}, environment_, options, message)) {
      return "[]";
    }
    source::DiskFileReader disk(options.limits);
    const std::vector<project::LayeredCheck> sets = FindSets(options, disk);
    Hints hints;
    for (size_t i = 0; i < std::min(sets.size(), kMostChecks); ++i) {
      AddHints(sets[i], disk, hints);
    }
    AddChartHints(query_.path, opened_, hints);
    if (query_.has_default_hints && text_.language() == OpenDocument::Language::kYaml) {
      AddSchemaDefaults(query_.path, opened_, environment_, Range(), hints);
    }
    return lsp::InlayHintResult(content_, Shown(hints));
  }

 private:
  std::vector<project::LayeredCheck> FindSets(const driver::DriverOptions& options,
                                              source::DiskFileReader& disk) {
    OverrideReader reader(disk, text_.strings(), text_.environment().directory);
    driver::InputFileReader files(reader);
    driver::Session session(options.limits);
    return SetsOf(text_, options, files, session);
  }

  void AddHints(const project::LayeredCheck& set, source::DiskFileReader& disk, Hints& hints) {
    OverrideReader reader(disk, text_.strings(), text_.environment().directory);
    driver::InputFileReader files(reader);
    driver::Session session(set.check.options.limits);
    const driver::PipelineResult result = driver::Run(set.check.options, files, session);
    if (result.values != nullptr && !IsIncomplete(session.findings.diagnostics())) {
      HintFinder(session.sources, text_.name(), {set.schemas.begin(), set.schemas.end()}, hints)
          .Find(*result.values);
    }
  }

  // The requested range.
  lsp::ByteRange Range() const {
    const bool has_range = query_.positions.size() == 2;
    return {has_range ? lsp::ByteAt(content_, query_.positions[0]) : 0,
            has_range ? lsp::ByteAt(content_, query_.positions[1]) : content_.size()};
  }

  // The hints in the requested range, each once.
  std::vector<InlayHint> Shown(const Hints& hints) const {
    const lsp::ByteRange range = Range();
    std::vector<InlayHint> shown;
    for (auto place = hints.lower_bound(range.begin); place != hints.end() && place->first <= range.end;
         ++place) {
      std::set<std::string_view> labels;
      for (const InlayHint& hint : place->second) {
        if (shown.size() < kMostHints && place->first <= content_.size() &&
            labels.insert(hint.label).second) {
          shown.push_back(hint);
          shown.back().at = BeforeSpaces(hint.at);
        }
      }
    }
    return shown;
  }

  // A block scalar ends with a line break: its hint belongs to its last line.
  size_t BeforeSpaces(size_t at) const {
    while (at > 0 && std::string_view(" \r\n").find(content_[at - 1]) != std::string_view::npos) {
      --at;
    }
    return at;
  }

  const lsp::SchemaQuery& query_;
  const OpenDocuments& opened_;
  const std::string& content_;
  OpenDocument text_;
  const ProcessEnvironment& environment_;
};

}  // namespace

std::string AnswerInlayHints(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                             const ProcessEnvironment& environment) {
  return HintQuery(query, opened, environment).Answer();
}

}  // namespace kval::cli
