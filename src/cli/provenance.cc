#include "src/cli/provenance.h"

#include <algorithm>

#include "src/check/describe.h"
#include "src/diag/path.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/value/compare.h"
#include "src/yaml/json_writer.h"

namespace kval::cli {
namespace {

constexpr size_t kMostPlaces = 16;

bool IsLeaf(const value::Value& value) {
  return value.items().empty() && value.entries().empty();
}

// Returns whether the value has no source location, only the inputs of its computation. A flag or a KCL
// program may contain it.
bool IsComputed(const value::Value& value, const source::SourceMap& sources) {
  if (value.style != value::Style::kComputed || !sources.Contains(value.span)) {
    return value.style == value::Style::kComputed;
  }
  std::string_view text = sources.Text(value.span);
  if (value.is_collection()) {
    return !text.starts_with(value.kind == value::Kind::kMapping ? '{' : '[');
  }
  const bool is_quoted = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return (is_quoted ? text.substr(1, text.size() - 2) : text) != value::PlainText(value);
}

// A collection whose parts are being written.
struct OpenCollection {
  const value::Value* value;
  size_t next = 0;

  bool is_mapping() const { return value->kind == value::Kind::kMapping; }
  size_t size() const { return is_mapping() ? value->entries().size() : value->items().size(); }
};

class ProvenanceWriter {
 public:
  ProvenanceWriter(const source::SourceMap& sources, size_t most, std::string& out)
      : sources_(sources), most_(most), out_(out) {}

  bool Write(const value::Value& document) {
    out_ += '[';
    Enter(document);
    while (!open_.empty() && out_.size() <= most_) {
      OpenCollection& open = open_.back();
      if (open.next == open.size()) {
        open_.pop_back();
        Leave();
        continue;
      }
      const size_t at = open.next++;
      const value::Value& value = *open.value;
      path_.push_back(open.is_mapping() ? check::StepOf(*value.entries()[at].key)
                                        : diag::PathStep::Index(at));
      Enter(open.is_mapping() ? *value.entries()[at].value : *value.items()[at]);
    }
    out_ += is_empty_ ? "]\n" : "\n]\n";
    return out_.size() <= most_;
  }

 private:
  void Enter(const value::Value& value) {
    if (!IsLeaf(value)) {
      open_.push_back({&value});
      return;
    }
    out_ += is_empty_ ? "\n  " : ",\n  ";
    is_empty_ = false;
    WriteLeaf(value);
    Leave();
  }

  // The path is now that of the parent.
  void Leave() {
    if (!path_.empty()) {
      path_.pop_back();
    }
  }

  void WriteLeaf(const value::Value& value) {
    report::JsonWriter json(report::JsonWriter::JsonLayout::kOneLine);
    json.BeginObject().Key("path").BeginArray();
    for (const diag::PathStep& step : path_) {
      step.index >= 0 ? json.Number(static_cast<uint64_t>(step.index)) : json.String(step.key);
    }
    json.EndArray().Field("pointer", diag::JsonPointer(path_));
    std::string text;
    yaml::WriteJson(value, {}, text);
    json.Key("value").Raw(text);
    json.Key("computed").Bool(IsComputed(value, sources_));
    json.Key("places").BeginArray();
    for (const source::Span span : OriginSpans(value, sources_)) {
      const report::SourceLocation place = report::PlaceOf(sources_, span);
      json.BeginObject().Field("file", place.file).Field("line", place.begin.line);
      json.Field("column", place.begin.column).EndObject();
    }
    json.EndArray().EndObject();
    std::string line = json.Take();
    line.pop_back();
    out_ += line;
  }

  const source::SourceMap& sources_;
  const size_t most_;
  std::string& out_;
  std::vector<OpenCollection> open_;
  diag::Path path_;
  bool is_empty_ = true;
};

}  // namespace

std::vector<source::Span> OriginSpans(const value::Value& value, const source::SourceMap& sources) {
  std::vector<source::Span> places;
  std::vector<const value::Value*> layers = {&value};
  while (!layers.empty() && places.size() < kMostPlaces) {
    const value::Value& layer = *layers.back();
    layers.pop_back();
    if (const value::Origin* origin = layer.origin(); origin != nullptr) {
      layers.push_back(origin->left);
      layers.push_back(origin->right);
    } else if (sources.Contains(layer.span) &&
               std::find(places.begin(), places.end(), layer.span) == places.end()) {
      places.push_back(layer.span);
    }
  }
  return places;
}

std::string FormatProvenance(const value::Value& value, const source::SourceMap& sources) {
  const std::vector<source::Span> places = OriginSpans(value, sources);
  std::string text = !places.empty() && IsComputed(value, sources) ? "computed from " : "";
  for (size_t i = 0; i < places.size(); ++i) {
    text += i == 0 ? "" : i == 1 ? ", over " : i + 1 == places.size() ? " and " : ", ";
    text += report::Display(report::PlaceOf(sources, places[i]));
  }
  return text;
}

bool WriteProvenance(const value::Value& document, const source::SourceMap& sources, size_t most,
                     std::string& out) {
  return ProvenanceWriter(sources, most, out).Write(document);
}

}  // namespace kval::cli
