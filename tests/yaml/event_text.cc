#include "tests/yaml/event_text.h"

#include "src/yaml/tags.h"

namespace kval::yaml {
namespace {

std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\b':
        out += "\\b";
        break;
      default:
        out += c;
    }
  }
  return out;
}

char StyleMark(value::Style style) {
  switch (style) {
    case value::Style::kSingleQuoted:
      return '\'';
    case value::Style::kDoubleQuoted:
      return '"';
    case value::Style::kLiteral:
      return '|';
    case value::Style::kFolded:
      return '>';
    case value::Style::kPlain:
    case value::Style::kFlow:
    case value::Style::kBlock:
    case value::Style::kComputed:
      return ':';
  }
  return ':';
}

std::string Properties(const EventStream& stream, const source::SourceFile& file, const Event& event,
                       size_t document) {
  const NodeProperties properties = stream.PropertiesOf(event);
  std::string out;
  if (properties.anchor.has_value()) {
    out += " " + std::string(file.Text(properties.anchor));
  }
  if (properties.tag.has_value()) {
    out += " <" + FullTag(stream, file, event, TagPrefixes(stream, file, document)) + ">";
  }
  return out;
}

}  // namespace

std::string EventText(const EventStream& stream, const source::SourceFile& file, EventTextOptions options) {
  std::string out = "+STR\n";
  std::string scratch;
  size_t document = 0;
  for (size_t i = 0; i < stream.events.size(); ++i) {
    const Event& event = stream.events[i];
    const bool is_flow = options.with_presentation && event.style == value::Style::kFlow;
    const bool is_marked = options.with_presentation && event.explicit_marker;
    switch (event.kind) {
      case EventKind::kDocumentStart:
        document = i;
        out += is_marked ? "+DOC ---" : "+DOC";
        break;
      case EventKind::kDocumentEnd:
        out += is_marked ? "-DOC ..." : "-DOC";
        break;
      case EventKind::kMappingStart:
        out += std::string(is_flow ? "+MAP {}" : "+MAP") + Properties(stream, file, event, document);
        break;
      case EventKind::kMappingEnd:
        out += "-MAP";
        break;
      case EventKind::kSequenceStart:
        out += std::string(is_flow ? "+SEQ []" : "+SEQ") + Properties(stream, file, event, document);
        break;
      case EventKind::kSequenceEnd:
        out += "-SEQ";
        break;
      case EventKind::kScalar:
        out += "=VAL" + Properties(stream, file, event, document) + " " + StyleMark(event.style) +
               Escaped(DecodeScalar(event, file, scratch));
        break;
      case EventKind::kAlias:
        out += "=ALI " + std::string(file.Text(event.span));
        break;
    }
    out += '\n';
  }
  return out + "-STR\n";
}

}  // namespace kval::yaml
