#include "src/helm/functions/go_yaml_writer.h"

#include "src/yaml/writer.h"

// Source: emitterc.go and encode.go of go.yaml.in/yaml v2.4.4 and v3.0.5.
namespace kval::helm::functions {

using gotemplate::Call;

namespace {

class Writer {
 public:
  Writer(Call& call, GoYaml version, std::vector<WrittenNode>* written)
      : call_(call), version_(version), written_(written) {}

  std::string Write(const value::Value& root) {
    if (IsBlock(root)) {
      Block(root, 0, false);
    } else {
      Scalar(root, kIndent);
      out_ += '\n';
    }
    return std::move(out_);
  }

 private:
  static constexpr size_t kIndent = 2;
  static constexpr size_t kMaxSimpleKey = 128;

  static bool IsBlock(const value::Value& node) { return !node.items().empty() || !node.entries().empty(); }

  size_t Column() const {
    const size_t line = out_.rfind('\n');
    return out_.size() - (line == std::string::npos ? 0 : line + 1);
  }

  // A collection whose entries begin at column `indent`. The first one is on the current line if
  // `is_on_line`.
  void Block(const value::Value& node, size_t indent, bool is_on_line) {
    if (!call_.Step() || !call_.Reserve(out_.size())) {
      return;
    }
    const auto start = [&] {
      out_.append(is_on_line ? 0 : indent, ' ');
      is_on_line = false;
    };
    for (const value::Value* item : node.items()) {
      start();
      out_ += '-';
      OnLine(*item, indent);
    }
    for (const value::Entry& entry : node.entries()) {
      start();
      Entry(entry, indent);
    }
  }

  // After a dash, or the colon of a key that does not fit on a line.
  void OnLine(const value::Value& node, size_t indent) {
    out_ += ' ';
    if (IsBlock(node)) {
      Block(node, indent + kIndent, true);
    } else {
      Scalar(node, indent + kIndent);
      out_ += '\n';
    }
  }

  void Entry(const value::Entry& entry, size_t indent) {
    const std::string_view key = entry.key->raw;
    if (key.size() > kMaxSimpleKey || key.find('\n') != std::string_view::npos) {
      out_ += "? ";
      Scalar(*entry.key, indent + kIndent);
      out_ += '\n';
      out_.append(indent, ' ');
      out_ += ':';
      OnLine(*entry.value, indent);
      return;
    }
    // A key is not folded.
    out_ += GoYamlString(key, GoYaml::kV3, 0, 0);
    out_ += ':';
    Record(*entry.value);
    if (!IsBlock(*entry.value)) {
      OnLine(*entry.value, indent);
      return;
    }
    out_ += '\n';
    const bool is_below_key = version_ == GoYaml::kV2 && entry.value->kind == value::Kind::kSequence;
    Block(*entry.value, indent + (is_below_key ? 0 : kIndent), false);
  }

  void Scalar(const value::Value& node, size_t indent) {
    switch (node.kind) {
      case value::Kind::kSequence:
        out_ += "[]";
        break;
      case value::Kind::kMapping:
        out_ += "{}";
        break;
      case value::Kind::kString:
        out_ += node.style == value::Style::kPlain ? std::string(node.raw)
                                                   : GoYamlString(node.raw, version_, Column(), indent);
        break;
      default:
        out_ += yaml::WriteYamlScalar(node, {});
    }
    Record(node);
  }

  void Record(const value::Value& node) {
    if (written_ != nullptr) {
      written_->push_back({&node, out_.size()});
    }
  }

  Call& call_;
  GoYaml version_;
  std::vector<WrittenNode>* written_;
  std::string out_;
};

}  // namespace

std::string WriteGoYaml(Call& call, const value::Value& root, GoYaml version,
                        std::vector<WrittenNode>* written) {
  return Writer(call, version, written).Write(root);
}

}  // namespace kval::helm::functions
