// Differential test of the native reader against libyaml, which Python and Ruby use. If both accept an input,
// their event streams must agree.
#include <yaml.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "src/source/source_map.h"
#include "src/support/check.h"
#include "src/yaml/reader.h"
#include "tests/fuzz/event_outline.h"

namespace kval::yaml {
namespace {

void Append(const yaml_event_t& event, std::string& out) {
  switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
      out += "+doc\n";
      break;
    case YAML_DOCUMENT_END_EVENT:
      out += "-doc\n";
      break;
    case YAML_MAPPING_START_EVENT:
      out += "{\n";
      break;
    case YAML_MAPPING_END_EVENT:
      out += "}\n";
      break;
    case YAML_SEQUENCE_START_EVENT:
      out += "[\n";
      break;
    case YAML_SEQUENCE_END_EVENT:
      out += "]\n";
      break;
    case YAML_SCALAR_EVENT:
      out += ":";
      out.append(reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length) += "\n";
      break;
    case YAML_ALIAS_EVENT:
      out.append("*").append(reinterpret_cast<const char*>(event.data.alias.anchor)) += "\n";
      break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
      break;
  }
}

// Returns std::nullopt if libyaml rejects the text.
std::optional<std::string> OutlineOfLibyaml(std::string_view text) {
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::string out;
  bool is_end = false;
  bool is_good = true;
  while (!is_end && is_good) {
    yaml_event_t event;
    is_good = yaml_parser_parse(&parser, &event) != 0;
    if (is_good) {
      is_end = event.type == YAML_STREAM_END_EVENT;
      Append(event, out);
      yaml_event_delete(&event);
    }
  }
  yaml_parser_delete(&parser);
  return is_good ? std::optional<std::string>(std::move(out)) : std::nullopt;
}

// Returns true for syntax whose meaning changed in YAML 1.2: libyaml implements YAML 1.1.
bool IsKnownToDiffer(std::string_view text) {
  constexpr std::string_view kReasons[] = {
      "\xC2\x85",
      "\xE2\x80\xA8",
      "\xE2\x80\xA9",  // line breaks of YAML 1.1
      "\xEF\xBB\xBF",  // a byte order mark within the text
      "\r",            // a lone CR is kept in block scalars
      "%",             // directives and lines that resemble them
  };
  const auto has = [&](std::string_view what) { return text.find(what) != std::string_view::npos; };
  const bool has_flow = has("[") || has("{");
  const bool has_block_scalar = has("|") || has(">");
  return (has_flow && has("?")) ||                       // in flow context, any `?` is an indicator
         (has_block_scalar && !text.ends_with('\n')) ||  // libyaml adds the missing final line break
         std::any_of(std::begin(kReasons), std::end(kReasons), has);
}

// Returns true for two constructs that libyaml reads differently: it requires indentation of a block scalar's
// content even at the top level, and it reads `*a:` as a key, not as an alias named `a:` (YAML 1.2).
bool IsReadOtherwise(const EventStream& stream, const source::SourceFile& file) {
  const auto is_suspicious = [&](source::Span name) {
    return name.has_value() && file.Text(name).find(':') != std::string_view::npos;
  };
  for (size_t i = 1; i < stream.events.size(); ++i) {
    const Event& event = stream.events[i];
    const bool is_block = event.style == value::Style::kLiteral || event.style == value::Style::kFolded;
    if ((is_block && stream.events[i - 1].kind == EventKind::kDocumentStart) ||
        is_suspicious(stream.PropertiesOf(event).anchor) ||
        (event.kind == EventKind::kAlias && is_suspicious(event.span))) {
      return true;
    }
  }
  return false;
}

}  // namespace
}  // namespace kval::yaml

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace kval;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (yaml::IsKnownToDiffer(text)) {
    return 0;
  }
  const std::optional<std::string> theirs = yaml::OutlineOfLibyaml(text);
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("fuzz.yaml", std::string(text));
  const yaml::EventStream ours = yaml::NativeReader().Read(file);
  if (ours.errors.empty() && theirs && !yaml::IsReadOtherwise(ours, file)) {
    KVAL_CHECK(yaml::Outline(ours, file) == *theirs);
  }
  return 0;
}
