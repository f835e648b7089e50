#include "src/modules/toml_encode.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/support/ascii.h"
#include "src/support/fixed_notation.h"

namespace kval::modules {

using starlark::EvalFailure;
using starlark::Outcome;

namespace {

using value::Kind;
using value::Value;

constexpr size_t kDepth = 1000;

std::string FloatText(double real) {
  if (!std::isfinite(real)) {
    return std::isnan(real) ? "nan" : real > 0 ? "+inf" : "-inf";
  }
  const std::string text = ToFixedNotation(real);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

// Not empty and of maps only: written as `[[key]]`.
bool IsTableArray(const Value& node) {
  return node.kind == Kind::kSequence && !node.items().empty() &&
         std::all_of(node.items().begin(), node.items().end(),
                     [](const Value* item) { return item->kind == Kind::kMapping; });
}

bool IsTable(const Value& node) {
  return node.kind == Kind::kMapping || IsTableArray(node);
}

class Writer {
 public:
  Writer(size_t indent, const starlark::Heap& heap)
      : indent_(indent), heap_(heap), most_(starlark::MaxStringSize(heap)) {}

  Outcome<std::string> Write(const Value& document) {
    if (document.kind != Kind::kMapping) {
      return EvalFailure("toml: top-level values must be Go maps or structs");
    }
    Body(document, 0);
    if (!Fits()) {
      return starlark::OutOfMemory(heap_);
    }
    if (!why_.empty()) {
      return EvalFailure(std::move(why_));
    }
    return std::move(out_);
  }

 private:
  // Headers name all tables above theirs: a value that is deep becomes far larger than it is.
  bool Fits() const { return out_.size() <= most_; }

  // The entries in the order they are written; none when a key is not a string.
  std::vector<value::Entry> Sorted(const Value& map) {
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : map.entries()) {
      if (entry.key->kind != Kind::kString) {
        why_ = "expected key to be string, but was " + std::string(KindName(entry.key->kind));
        return {};
      }
      if (entry.value->kind != Kind::kNull) {
        entries.push_back(entry);
      }
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const value::Entry& a, const value::Entry& b) { return a.key->raw < b.key->raw; });
    return entries;
  }

  // Writes the content of a table; `depth` is the number of keys in its header.
  void Body(const Value& map, size_t depth) {
    if (depth > kDepth) {
      why_ = "toml: the value is nested too deeply";
      return;
    }
    const std::vector<value::Entry> entries = Sorted(map);
    for (const value::Entry& entry : entries) {
      if (!IsTable(*entry.value) && Fits()) {
        Indent(depth);
        out_ += TomlKey(entry.key->raw) + " = ";
        Element(*entry.value, depth);
        out_ += '\n';
      }
    }
    for (const value::Entry& entry : entries) {
      if (IsTable(*entry.value) && Fits()) {
        Table(entry, depth);
      }
    }
  }

  void Table(const value::Entry& entry, size_t depth) {
    path_.push_back(TomlKey(entry.key->raw));
    if (entry.value->kind == Kind::kMapping) {
      Header(depth, depth == 0, "[", "]");
      Body(*entry.value, depth + 1);
    } else {
      for (const Value* item : entry.value->items()) {
        if (!Fits()) {
          break;
        }
        Header(depth, true, "[[", "]]");
        Body(*item, depth + 1);
      }
    }
    path_.pop_back();
  }

  void Header(size_t depth, bool after_blank_line, std::string_view open, std::string_view close) {
    if (after_blank_line && !out_.empty()) {
      out_ += '\n';
    }
    Indent(depth);
    out_ += open;
    for (size_t i = 0; i < path_.size(); ++i) {
      out_ += i == 0 ? "" : ".";
      out_ += path_[i];
    }
    out_ += close;
    out_ += '\n';
  }

  // A value on one line.
  void Element(const Value& node, size_t depth) {
    switch (node.kind) {
      case Kind::kNull:
        why_ = "toml: cannot encode array with nil element";
        return;
      case Kind::kBool:
        out_ += node.boolean ? "true" : "false";
        return;
      case Kind::kInt:
        out_ += node.is_unsigned ? std::to_string(static_cast<uint64_t>(node.integer))
                                 : std::to_string(node.integer);
        return;
      case Kind::kFloat:
        out_ += FloatText(node.real);
        return;
      case Kind::kString:
        out_ += TomlString(node.raw);
        return;
      case Kind::kSequence:
      case Kind::kMapping:
        if (depth > kDepth) {
          why_ = "toml: the value is nested too deeply";
          return;
        }
        node.kind == Kind::kSequence ? Array(node, depth) : Inline(node, depth);
        return;
    }
  }

  void Array(const Value& node, size_t depth) {
    out_ += '[';
    for (size_t i = 0; i < node.items().size(); ++i) {
      out_ += i == 0 ? "" : ", ";
      Element(*node.items()[i], depth + 1);
    }
    out_ += ']';
  }

  void Inline(const Value& node, size_t depth) {
    out_ += '{';
    std::string_view separator;
    for (const value::Entry& entry : Sorted(node)) {
      out_ += separator;
      out_ += TomlKey(entry.key->raw) + " = ";
      Element(*entry.value, depth + 1);
      separator = ", ";
    }
    out_ += '}';
  }

  void Indent(size_t depth) { out_.append(depth * indent_, ' '); }

  size_t indent_;
  const starlark::Heap& heap_;
  size_t most_;
  std::string out_;
  std::string why_;
  std::vector<std::string> path_;
};

}  // namespace

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

std::string TomlKey(std::string_view key) {
  const bool is_bare = !key.empty() && std::all_of(key.begin(), key.end(),
                                                   [](char c) { return IsAlnum(c) || c == '_' || c == '-'; });
  return is_bare ? std::string(key) : TomlString(key);
}

Outcome<std::string> TomlText(const Value& document, size_t indent, const starlark::Heap& heap) {
  return Writer(indent, heap).Write(document);
}

}  // namespace kval::modules
