#include "src/helm/functions/toml_writer.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/format_float.h"
#include "src/modules/toml_encode.h"

// Source: encode.go of github.com/BurntSushi/toml.
namespace kval::helm::functions {

using gotemplate::Call;
using value::Kind;
using value::Value;

namespace {

std::string FloatText(double real) {
  if (!std::isfinite(real)) {
    return (std::signbit(real) ? "-" : "") + std::string(std::isnan(real) ? "nan" : "inf");
  }
  const std::string text = gotemplate::FormatFloat(real, 'g', -1);
  return text.find_first_of("e.") == std::string::npos ? text + ".0" : text;
}

class Writer {
 public:
  explicit Writer(Call& call) : call_(call) {}

  TomlText Write(const Value& root) {
    if (root.kind == Kind::kMapping) {
      Body(root);
    } else if (IsTableArray(root)) {
      error_ = "toml: top-level values must be Go maps or structs";
    } else {
      Element(root);
    }
    return error_.empty() ? TomlText{std::move(out_), {}} : TomlText{{}, std::move(error_)};
  }

 private:
  // Not empty and of maps only: written as `[[key]]`. Reports an item that is nil, also of items.
  bool IsTableArray(const Value& node) {
    bool has_maps_only = !node.items().empty();
    for (const Value* item : node.items()) {
      if (item->kind == Kind::kNull) {
        error_ = "toml: cannot encode array with nil element";
      }
      IsTableArray(*item);
      has_maps_only = has_maps_only && item->kind == Kind::kMapping;
    }
    return has_maps_only;
  }

  bool IsTable(const Value& node) { return node.kind == Kind::kMapping || IsTableArray(node); }

  // The entries in their order: plain values before tables.
  std::vector<value::Entry> Sorted(const Value& map, size_t* plain_count) {
    std::vector<value::Entry> entries(map.entries().begin(), map.entries().end());
    std::sort(entries.begin(), entries.end(),
              [](const value::Entry& a, const value::Entry& b) { return a.key->raw < b.key->raw; });
    const auto tables = std::stable_partition(
        entries.begin(), entries.end(), [this](const value::Entry& entry) { return !IsTable(*entry.value); });
    *plain_count = static_cast<size_t>(tables - entries.begin());
    return entries;
  }

  bool Continue() { return error_.empty() && call_.Step(1 + path_.size()) && call_.Reserve(out_.size()); }

  void Body(const Value& map) {
    size_t plain_count = 0;
    for (const value::Entry& entry : Sorted(map, &plain_count)) {
      if (!Continue()) {
        return;
      }
      if (entry.value->kind == Kind::kNull) {
        continue;
      }
      if (!IsTable(*entry.value)) {
        out_.append(path_.size() * 2, ' ');
        out_ += modules::TomlKey(entry.key->raw) + " = ";
        Element(*entry.value);
        out_ += '\n';
        continue;
      }
      path_.push_back(modules::TomlKey(entry.key->raw));
      Tables(*entry.value);
      path_.pop_back();
    }
  }

  void Tables(const Value& node) {
    if (node.kind == Kind::kMapping) {
      Header(path_.size() == 1, "[", "]");
      Body(node);
      return;
    }
    for (const Value* item : node.items()) {
      Header(true, "[[", "]]");
      Body(*item);
    }
  }

  void Header(bool is_after_line, std::string_view open, std::string_view close) {
    out_ += is_after_line && !out_.empty() ? "\n" : "";
    out_.append((path_.size() - 1) * 2, ' ');
    out_ += open;
    for (size_t i = 0; i < path_.size(); ++i) {
      out_ += (i == 0 ? "" : ".") + path_[i];
    }
    out_.append(close) += '\n';
  }

  // A value on one line. The depth of the tree is limited.
  void Element(const Value& node) {
    if (!Continue()) {
      return;
    }
    switch (node.kind) {
      case Kind::kNull:
        error_ = "reflect: call of reflect.Value.Interface on zero Value";
        break;
      case Kind::kBool:
        out_ += node.boolean ? "true" : "false";
        break;
      case Kind::kInt:
        out_ += node.is_unsigned ? std::to_string(static_cast<uint64_t>(node.integer))
                                 : std::to_string(node.integer);
        break;
      case Kind::kFloat:
        out_ += FloatText(node.real);
        break;
      case Kind::kString:
        out_ += node.style == value::Style::kPlain ? std::string(node.raw) : modules::TomlString(node.raw);
        break;
      case Kind::kSequence:
        Array(node);
        break;
      case Kind::kMapping:
        InlineTable(node);
        break;
    }
  }

  void Array(const Value& node) {
    out_ += '[';
    for (size_t i = 0; i < node.items().size(); ++i) {
      out_ += i == 0 ? "" : ", ";
      Element(*node.items()[i]);
    }
    out_ += ']';
  }

  // The library writes the comma for a next entry even if that is nil.
  void InlineTable(const Value& node) {
    size_t plain_count = 0;
    const std::vector<value::Entry> entries = Sorted(node, &plain_count);
    out_ += '{';
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].value->kind != Kind::kNull) {
        out_ += modules::TomlKey(entries[i].key->raw) + " = ";
        Element(*entries[i].value);
        out_ += i + 1 < entries.size() ? ", " : "";
      }
    }
    out_ += '}';
  }

  Call& call_;
  std::string out_;
  std::string error_;
  std::vector<std::string> path_;
};

}  // namespace

TomlText WriteToml(Call& call, const Value& root) {
  return Writer(call).Write(root);
}

}  // namespace kval::helm::functions
