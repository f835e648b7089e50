#include "src/modules/toml_encode.h"

#include <algorithm>

#include "src/support/ascii.h"

namespace kval::modules {
namespace {

using value::Kind;
using value::Value;

constexpr size_t kDepth = 1000;

bool IsTable(const Value& node) {
  return node.kind == Kind::kMapping || IsTomlTableArray(node);
}

// The basic string, in quotes.
std::string TomlString(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        if (byte < 0x20 || byte == 0x7F) {
          out += "\\u00";
          out += kDigits[byte >> 4U];
          out += kDigits[byte & 15U];
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

// The key, in quotes if it needs them.
std::string TomlKey(std::string_view key) {
  const bool is_bare = !key.empty() && std::all_of(key.begin(), key.end(),
                                                   [](char c) { return IsAlnum(c) || c == '_' || c == '-'; });
  return is_bare ? std::string(key) : TomlString(key);
}

}  // namespace

bool IsTomlTableArray(const Value& node) {
  return node.kind == Kind::kSequence && !node.items().empty() &&
         std::all_of(node.items().begin(), node.items().end(),
                     [](const Value* item) { return item->kind == Kind::kMapping; });
}

void TomlWriter::Write(const Value& document) {
  if (document.kind == Kind::kMapping) {
    Body(document);
  } else {
    Element(document, 0);
  }
}

// The entries in the order they are written; none if a key is not a string.
std::vector<value::Entry> TomlWriter::Sorted(const Value& map) {
  std::vector<value::Entry> entries;
  for (const value::Entry& entry : map.entries()) {
    if (entry.key->kind != Kind::kString) {
      error_ = "expected key to be string, but was " + std::string(KindName(entry.key->kind));
      return {};
    }
    if (entry.value->kind != Kind::kNull || style_.keeps_commas) {
      entries.push_back(entry);
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const value::Entry& a, const value::Entry& b) { return a.key->raw < b.key->raw; });
  std::stable_partition(entries.begin(), entries.end(),
                        [](const value::Entry& entry) { return !IsTable(*entry.value); });
  return entries;
}

// Writes the content of the table with the current path.
void TomlWriter::Body(const Value& map) {
  if (path_.size() > kDepth) {
    error_ = "toml: the value is nested too deeply";
    return;
  }
  for (const value::Entry& entry : Sorted(map)) {
    if (!Continue()) {
      return;
    }
    if (IsTable(*entry.value)) {
      Table(entry);
    } else if (entry.value->kind != Kind::kNull) {
      out_.append(path_.size() * style_.indent, ' ').append(TomlKey(entry.key->raw)).append(" = ");
      Element(*entry.value, path_.size());
      out_ += '\n';
    }
  }
}

void TomlWriter::Table(const value::Entry& entry) {
  path_.push_back(TomlKey(entry.key->raw));
  if (entry.value->kind == Kind::kMapping) {
    Header(path_.size() == 1, "[", "]");
    Body(*entry.value);
  } else {
    for (const Value* item : entry.value->items()) {
      if (!Continue()) {
        break;
      }
      Header(true, "[[", "]]");
      Body(*item);
    }
  }
  path_.pop_back();
}

void TomlWriter::Header(bool after_blank_line, std::string_view open, std::string_view close) {
  out_ += after_blank_line && !out_.empty() ? "\n" : "";
  out_.append((path_.size() - 1) * style_.indent, ' ').append(open);
  for (size_t i = 0; i < path_.size(); ++i) {
    out_.append(i == 0 ? "" : ".").append(path_[i]);
  }
  out_.append(close).append("\n");
}

// Writes a value on one line.
void TomlWriter::Element(const Value& node, size_t depth) {
  if (!Continue()) {
    return;
  }
  switch (node.kind) {
    case Kind::kNull:
      error_ = "toml: cannot encode array with nil element";
      return;
    case Kind::kBool:
      out_ += node.boolean ? "true" : "false";
      return;
    case Kind::kInt:
      out_ += node.is_unsigned ? std::to_string(static_cast<uint64_t>(node.integer))
                               : std::to_string(node.integer);
      return;
    case Kind::kFloat:
      out_ += style_.float_text(node.real);
      return;
    case Kind::kString:
      out_ += style_.has_verbatim && node.style == value::Style::kPlain ? std::string(node.raw)
                                                                        : TomlString(node.raw);
      return;
    case Kind::kSequence:
    case Kind::kMapping:
      if (depth > kDepth) {
        error_ = "toml: the value is nested too deeply";
        return;
      }
      break;
  }
  if (node.kind == Kind::kMapping) {
    Inline(node, depth);
    return;
  }
  out_ += '[';
  for (size_t i = 0; i < node.items().size(); ++i) {
    out_ += i == 0 ? "" : ", ";
    Element(*node.items()[i], depth + 1);
  }
  out_ += ']';
}

void TomlWriter::Inline(const Value& node, size_t depth) {
  const std::vector<value::Entry> entries = Sorted(node);
  out_ += '{';
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].value->kind != Kind::kNull) {
      out_.append(TomlKey(entries[i].key->raw)).append(" = ");
      Element(*entries[i].value, depth + 1);
      out_ += i + 1 < entries.size() ? ", " : "";
    }
  }
  out_ += '}';
}

}  // namespace kval::modules
