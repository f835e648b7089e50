#include "tests/yaml/dump.h"

#include <cstdio>

namespace kval::yaml {

std::string Flat(const value::Value& value) {
  std::string out;
  if (value.gap == value::Recovery::kError) {
    return "?";
  }
  const std::string_view rest = value.gap == value::Recovery::kPartial ? " …" : "";
  switch (value.kind) {
    case value::Kind::kNull:
      return "null";
    case value::Kind::kBool:
      return value.boolean ? "true" : "false";
    case value::Kind::kInt:
      return value.is_unsigned ? std::to_string(static_cast<uint64_t>(value.integer))
                               : std::to_string(value.integer);
    case value::Kind::kFloat: {
      char text[40];
      std::snprintf(text, sizeof(text), "%gf", value.real);
      return text;
    }
    case value::Kind::kString:
      for (const char c : value.raw) {
        out += c == '\n' ? std::string("\\n") : std::string(1, c);
      }
      return "\"" + out + "\"";
    case value::Kind::kSequence:
      for (const value::Value* item : value.items()) {
        out += (out.empty() ? "" : ", ") + Flat(*item);
      }
      return "[" + out.append(rest) + "]";
    case value::Kind::kMapping:
      for (const value::Entry& entry : value.entries()) {
        out += (out.empty() ? "" : ", ") + Flat(*entry.key) + ": " + Flat(*entry.value);
      }
      return "{" + out.append(rest) + "}";
  }
  return out;
}

std::string Errors(const source::SourceMap& sources, const diag::Collector& collector) {
  std::string out;
  for (const diag::Diagnostic& diagnostic : collector.Sorted()) {
    const source::LineColumn place = sources.Locate(diagnostic.labels[0].span.begin);
    out += (out.empty() ? "" : "\n") + std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
           diag::CodeOf(diagnostic.kind) + " " + diagnostic.message;
  }
  return out;
}

Reading::Reading(std::string text, ReadOptions options) {
  file = ReadFile(sources.AddText("in.yaml", std::move(text)), options, arena, emit);
}

std::string Reading::values() const {
  std::string out;
  for (const Document& document : file.documents) {
    out += (out.empty() ? "" : " --- ") + Flat(*document.root);
  }
  return out;
}

}  // namespace kval::yaml
