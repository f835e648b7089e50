#include "src/yaml/writer.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "src/support/base64.h"
#include "src/support/utf8.h"
#include "src/value/compare.h"
#include "src/yaml/quoting.h"
#include "src/yaml/reserve.h"

namespace kval::yaml {
namespace {

constexpr size_t kIndent = 2;
// libyaml writes a longer key behind a `?`.
constexpr size_t kLongestSimpleKey = 128;

bool IsEmptyCollection(const value::Value& node) {
  return (node.kind == value::Kind::kMapping && node.entries().empty()) ||
         (node.kind == value::Kind::kSequence && node.items().empty());
}

bool IsBinary(std::string_view text) {
  return utf8::FirstInvalid(text) != text.size();
}

// What ends lines for libyaml.
bool HasBreak(std::string_view text) {
  constexpr std::string_view kBreaks[] = {"\n", "\r", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
  return std::any_of(std::begin(kBreaks), std::end(kBreaks),
                     [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

std::string ScalarOnOneLine(const value::Value& scalar, const YamlStyle& style) {
  switch (scalar.kind) {
    case value::Kind::kNull:
      return "null";
    case value::Kind::kBool:
      return scalar.boolean ? "true" : "false";
    case value::Kind::kInt:
      return scalar.is_unsigned ? std::to_string(static_cast<uint64_t>(scalar.integer))
                                : std::to_string(scalar.integer);
    case value::Kind::kFloat:
      if (value::ExceedsDoubleRange(scalar)) {
        return std::string(scalar.raw);
      }
      return style.encoder == EncoderStyle::kYtt ? GoFloat(scalar.real) : SerdeFloat(scalar.real);
    case value::Kind::kMapping:
      return "{}";
    case value::Kind::kSequence:
      return "[]";
    case value::Kind::kString:
      break;
  }
  if (IsBinary(scalar.raw)) {
    return "!!binary " + EncodeBase64(scalar.raw);
  }
  switch (ChooseForm(scalar.raw, style)) {
    case ScalarForm::kPlain:
      return std::string(scalar.raw);
    case ScalarForm::kSingleQuoted:
      return SingleQuoted(scalar.raw);
    case ScalarForm::kDoubleQuoted:
    case ScalarForm::kLiteral:
      return DoubleQuoted(scalar.raw, style);
  }
  return {};
}

// Whether the reader would take a key in the first column for a line of a diff even in valid YAML
// (pasted_diff.h); `before` is the previous key.
bool LooksLikeDiff(std::string_view key, std::string_view before) {
  if (!key.starts_with('+')) {
    return false;
  }
  const bool is_pair = key.size() > 1 && before.starts_with('-') && before.substr(1) == key.substr(1);
  return key.starts_with("+- ") || key.starts_with("+  ") || is_pair;
}

class Writer {
 public:
  Writer(const YamlStyle& style, std::string* out) : style_(style), out_(*out) {}

  bool Write(const value::Value& document) {
    WriteInline(document, 0, 0);
    while (!frames_.empty() && Fits()) {
      ReserveForGrowth(out_, style_.most);
      Step();
    }
    return Fits();
  }

 private:
  // An open collection whose lines start in column `indent`.
  struct Frame {
    const value::Value* node;
    size_t indent;
    size_t next = 0;
    bool is_first_inline = false;   // its first line is started already
    bool is_value_pending = false;  // the key behind a `?` is written
  };

  bool Fits() const { return out_.size() <= style_.most; }

  void Step() {
    Frame& frame = frames_.back();
    const bool is_mapping = frame.node->kind == value::Kind::kMapping;
    const size_t size = is_mapping ? frame.node->entries().size() : frame.node->items().size();
    if (frame.next == size) {
      frames_.pop_back();
      return;
    }
    if (!frame.is_first_inline) {
      out_.append(frame.indent, ' ');
    }
    frame.is_first_inline = false;
    if (is_mapping) {
      WriteEntry(frame);
    } else {
      const value::Value& item = *frame.node->items()[frame.next++];
      out_ += "- ";
      WriteInline(item, frame.indent, frame.indent + kIndent);
    }
  }

  void WriteEntry(Frame& frame) {
    const value::Entry entry = frame.node->entries()[frame.next];
    const size_t indent = frame.indent;
    if (frame.is_value_pending) {
      frame.is_value_pending = false;
      ++frame.next;
      out_ += ": ";
      WriteInline(*entry.value, indent, indent + kIndent);
      return;
    }
    std::string key = SimpleKey(*entry.key);
    if (indent == 0) {
      key = LooksLikeDiff(key, key_above_) ? SingleQuoted(key) : key;
      key_above_ = key;
    }
    if (key.empty()) {
      frame.is_value_pending = true;
      out_ += "? ";
      WriteInline(*entry.key, indent, indent + kIndent);
      return;
    }
    ++frame.next;
    out_ += key;
    out_ += ':';
    const value::Value& value = *entry.value;
    if (!value.is_collection() || IsEmptyCollection(value)) {
      out_ += ' ';
      WriteInline(value, indent, indent + kIndent);
      return;
    }
    out_ += '\n';
    frames_.push_back({&value, value.kind == value::Kind::kSequence ? indent : indent + kIndent});
  }

  // Returns the key on one line, or empty if it needs a `?`: longer than 128 bytes without quotes, or
  // multi-line (libyaml's yaml_emitter_check_simple_key).
  std::string SimpleKey(const value::Value& key) const {
    const bool is_literal = key.kind == value::Kind::kString && !key.raw.empty() && !IsBinary(key.raw) &&
                            ChooseForm(key.raw, style_) == ScalarForm::kLiteral;
    if ((key.is_collection() && !IsEmptyCollection(key)) || is_literal) {
      return {};
    }
    if (key.kind == value::Kind::kString && !IsBinary(key.raw)) {
      return key.raw.size() > kLongestSimpleKey || HasBreak(key.raw) ? std::string()
                                                                     : ScalarOnOneLine(key, style_);
    }
    std::string text = ScalarOnOneLine(key, style_);
    return text.size() > kLongestSimpleKey ? std::string() : text;
  }

  // Behind `- `, `? `, `: ` or at the start of the document. A block scalar's lines are indented by two more
  // than `parent_indent`.
  void WriteInline(const value::Value& node, size_t parent_indent, size_t indent) {
    if (node.is_collection() && !IsEmptyCollection(node)) {
      frames_.push_back({&node, indent, 0, true});
      return;
    }
    const bool is_literal = node.kind == value::Kind::kString && !node.raw.empty() && !IsBinary(node.raw) &&
                            ChooseForm(node.raw, style_) == ScalarForm::kLiteral;
    if (is_literal) {
      WriteLiteral(node, parent_indent + kIndent);
      return;
    }
    const std::string scalar = ScalarOnOneLine(node, style_);
    out_ += frames_.empty() && LooksLikeDiff(scalar, "") ? SingleQuoted(scalar) : scalar;
    EndLine(node);
  }

  void EndLine(const value::Value& node) {
    if (const std::string comment = style_.comment ? style_.comment(node) : std::string(); !comment.empty()) {
      out_ += "  # ";
      out_ += comment;
    }
    out_ += '\n';
  }

  void WriteLiteral(const value::Value& node, size_t indent) {
    const std::string_view text = node.raw;
    out_ += '|';
    if (text[0] == ' ' || text[0] == '\n') {
      out_ += std::to_string(kIndent);
    }
    const bool ends_in_break = text.ends_with('\n');
    const bool keeps_breaks = ends_in_break && (text.size() == 1 || text[text.size() - 2] == '\n');
    if (!ends_in_break || keeps_breaks) {
      out_ += ends_in_break ? '+' : '-';
    }
    EndLine(node);
    for (size_t at = 0; at < text.size() && Fits();) {
      const size_t end = text.find('\n', at);
      const std::string_view line = text.substr(at, end - at);
      if (!line.empty()) {
        out_.append(indent, ' ');
        out_ += line;
      }
      out_ += '\n';
      at = end == std::string_view::npos ? text.size() : end + 1;
    }
  }

  const YamlStyle& style_;
  std::string& out_;
  std::vector<Frame> frames_;
  std::string key_above_;  // at the margin
};

}  // namespace

bool WriteYaml(const value::Value& document, const YamlStyle& style, std::string& out) {
  return Writer(style, &out).Write(document);
}

bool WriteYamlStream(std::span<const value::Value* const> documents, const YamlStyle& style,
                     std::string& out) {
  if (documents.size() == 1 && documents[0]->kind == value::Kind::kNull) {
    return true;
  }
  for (size_t i = 0; i < documents.size(); ++i) {
    if (i > 0) {
      out += "---\n";
    }
    if (!WriteYaml(*documents[i], style, out)) {
      return false;
    }
  }
  return true;
}

std::string WriteYamlScalar(const value::Value& scalar, const YamlStyle& style) {
  return ScalarOnOneLine(scalar, style);
}

}  // namespace kval::yaml
