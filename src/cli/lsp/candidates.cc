#include "src/cli/lsp/candidates.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/cli/command_line_check.h"
#include "src/diag/kind.h"
#include "src/diag/resource_rule.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/session.h"
#include "src/lsp/structure/text_tree.h"
#include "src/value/value.h"

namespace kval::cli {
namespace {

using lsp::CompletionContext;
using lsp::CompletionItem;

// What is checked for one word.
constexpr size_t kMostVariants = 200;
constexpr size_t kMostBytes = size_t{1} << 20;

// A part of a text: the document with one candidate.
struct Variant {
  size_t begin = 0, end = 0;            // the document
  size_t word_begin = 0, word_end = 0;  // the candidate, in its quotes
  std::string label;
};

// A finding in a variant; offsets in the text.
struct VariantFinding {
  diag::Kind kind;
  std::string path;
  std::vector<source::Span> labels;  // relative to the file, the primary one first
  std::string message;
};

// The bounds of the YAML document around a position, without its first separator.
std::pair<size_t, size_t> DocumentBounds(std::string_view text, size_t at) {
  constexpr std::string_view kSeparator = "\n---";
  const size_t before = text.substr(0, at).rfind(kSeparator);
  size_t begin = before == std::string_view::npos ? 0 : before + 1;
  if (text.substr(begin).starts_with("---")) {
    begin = std::min(text.find('\n', begin), at);
    begin += begin < at ? 1 : 0;
  }
  const size_t end = text.find(kSeparator, at);
  return {begin, end == std::string_view::npos ? text.size() : end + 1};
}

// Whether a finding of the kind may vanish when the document is finished.
bool IsIncomplete(diag::Kind kind) {
  switch (kind) {
    case diag::Kind::kMissingRequired:
    case diag::Kind::kDependentKey:
    case diag::Kind::kUnknownKey:
    case diag::Kind::kTypeMismatch:
    case diag::Kind::kNullNotAllowed:
    case diag::Kind::kNoUnionMember:
      return true;
    default:
      return diag::EntryOf(kind).severity != diag::Severity::kError;
  }
}

// Whether a value with such a finding can be valid when other keys are added. An enumeration is a type. Of
// several alternatives, the nearest one reports `not`: another one can accept the value with more keys.
bool AcceptsLater(diag::Kind kind) {
  return kind == diag::Kind::kNot || diag::TraitOf(kind) == diag::RuleTrait::kAddition ||
         (kind != diag::Kind::kTypeMismatch && IsIncomplete(kind));
}

// Whether a finding of the kind about a map or one of its keys can be caused by another key.
bool IsAboutKeys(diag::Kind kind) {
  switch (kind) {
    case diag::Kind::kMaxLen:
    case diag::Kind::kNot:
    case diag::Kind::kExactlyOne:
    case diag::Kind::kOneNotNull:
    case diag::Kind::kKeyCount:
    case diag::Kind::kCelRule:
      return true;
    default:
      return diag::EntryOf(kind).category == diag::Category::kKubernetes;
  }
}

// The path of the collection that contains the value at a path.
std::string_view ParentOf(std::string_view path) {
  const size_t last = path.find_last_of(".[");
  return path.substr(0, last == std::string_view::npos ? 0 : last);
}

// The document once for each candidate, as documents of one text. The first has the document without the
// entry.
class Variants {
 public:
  Variants(const CompletionContext& typed, const api::SchemaInfo& info)
      : typed_(typed),
        info_(info),
        source_(typed.completed_text),
        is_key_(typed.part == CompletionContext::Part::kKey) {
    std::tie(begin_, end_) = DocumentBounds(source_, typed.at);
    const api::SourceLocation& word = is_key_ ? info.key : info.value;
    word_end_ = word.end;
    is_usable_ =
        word && word.begin == typed.at && word_end_ <= end_ && (!is_key_ || source_[word_end_] == ':');
  }

  bool is_usable() const { return is_usable_; }
  size_t document_size() const { return end_ - begin_; }

  void AddWithout() {
    const size_t line = source_.find('\n', typed_.at);
    const size_t end = is_key_ && !typed_.is_flow && !typed_.has_colon ? std::min(line, end_) : word_end_ + 1;
    Add("", "", "", is_key_ ? end : word_end_);
  }

  void Add(const CompletionItem& item) {
    std::string_view text = is_key_ ? std::string_view(item.label) : std::string_view(item.text);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const std::string quote = typed_.quote == 0 ? std::string() : std::string(1, typed_.quote);
    std::string word = quote + std::string(text) + quote;
    if (is_key_ && typed_.quote == 0 &&
        item.label.find_first_of("*&!%@`'\"#|>[]{},?: ") != std::string::npos) {
      word = "'" + word + "'";
    }
    std::string rest;
    if (is_key_) {
      rest = ":";
      const auto key = std::find_if(info_.sibling_keys.begin(), info_.sibling_keys.end(),
                                    [&item](const api::KeyInfo& one) { return one.key == item.label; });
      if (!typed_.has_colon && key != info_.sibling_keys.end()) {
        rest += " " + key->example;
      }
    }
    Add(item.label, word, rest, word_end_ + (is_key_ ? 1 : 0));
  }

  const std::string& text() const { return text_; }
  const std::vector<Variant>& all() const { return all_; }

  // The index of the variant at an offset.
  size_t IndexAt(size_t at) const {
    const auto after = std::upper_bound(all_.begin(), all_.end(), at,
                                        [](size_t offset, const Variant& one) { return offset < one.begin; });
    return static_cast<size_t>(after - all_.begin()) - 1;
  }

 private:
  void Add(const std::string& label, std::string_view word, std::string_view rest, size_t source_end) {
    text_ += all_.empty() ? "" : "\n---\n";
    Variant variant;
    variant.begin = text_.size();
    text_ += source_.substr(begin_, typed_.at - begin_);
    variant.word_begin = text_.size();
    text_ += word;
    variant.word_end = text_.size();
    text_ += rest;
    text_ += source_.substr(source_end, end_ - source_end);
    variant.end = text_.size();
    variant.label = label;
    all_.push_back(std::move(variant));
  }

  const CompletionContext& typed_;
  const api::SchemaInfo& info_;
  std::string_view source_;
  bool is_key_;
  bool is_usable_ = false;
  size_t begin_ = 0, end_ = 0, word_end_ = 0;
  std::string text_;
  std::vector<Variant> all_;
};

std::vector<VariantFinding> FindingsIn(driver::Session& session, const std::string& name) {
  std::vector<VariantFinding> found;
  for (diag::Diagnostic& one : session.findings.Release()) {
    VariantFinding finding{one.kind, diag::Display(one.path), {}, one.message};
    for (const diag::Label& label : one.labels) {
      if (!session.sources.Contains(label.span) || session.sources.FileOf(label.span).name() != name) {
        break;
      }
      const uint32_t base = session.sources.FileOf(label.span).base();
      finding.labels.push_back({label.span.begin - base, label.span.end - base});
    }
    if (!finding.labels.empty()) {
      found.push_back(std::move(finding));
    }
  }
  return found;
}

// Checks every document of a text like the document that `schema` belongs to.
std::vector<VariantFinding> Check(const std::string& text, DocumentSchema& schema) {
  const std::string name = schema.document().name();
  if (schema.is_compiled()) {
    const driver::CompiledSchema& compiled = schema.validator();
    driver::Session session(&compiled.session());
    const auto whole = [](const value::Value& document) {
      return std::vector<const value::Value*>{&document};
    };
    compiled.ValidateSelected(
        name, text, whole, [](const value::Value&) {}, session);
    return FindingsIn(session, name);
  }
  CommandLineCheck check;
  check.report.quiet = true;
  check.paths = {name};
  check.allow_unchecked = true;
  check.definitions = schema.check().manifests.crds;
  TextOverrides strings = schema.document().strings();
  strings[name] = text;
  CommandOutput output;
  RunCommandLineCheck(check, strings, schema.document().environment(), output);
  return output.session == nullptr ? std::vector<VariantFinding>() : FindingsIn(*output.session, name);
}

// Selects the findings that reject a candidate.
class Rejections {
 public:
  Rejections(const CompletionContext& typed, const api::SchemaInfo& info)
      : is_key_(typed.part == CompletionContext::Part::kKey), parent_(ParentOf(info.path_text)) {
    has_siblings_ = std::any_of(
        info.sibling_keys.begin(), info.sibling_keys.end(),
        [&info](const api::KeyInfo& one) { return one.is_present && one.key != info.path.back().key; });
  }

  // A finding of the document without the candidate.
  void AddKnown(const VariantFinding& finding) { known_.insert(finding.path + " " + finding.message); }

  bool Has(const VariantFinding& finding, const Variant& variant) const {
    const source::Span first = finding.labels.front();
    if (!is_key_) {
      return !AcceptsLater(finding.kind) && first.begin >= variant.word_begin &&
             first.end <= variant.word_end;
    }
    if (IsIncomplete(finding.kind)) {
      return false;
    }
    constexpr size_t kColon = 2;  // with the space
    if (finding.kind == diag::Kind::kNeverValid && first.begin == variant.word_end + kColon) {
      return true;
    }
    const bool is_at_key = std::any_of(finding.labels.begin(), finding.labels.end(), [&](source::Span label) {
      return label.begin == variant.word_begin && label.end <= variant.word_end;
    });
    return is_at_key || (has_siblings_ && diag::TraitOf(finding.kind) != diag::RuleTrait::kAddition &&
                         IsAboutKeys(finding.kind) && IsAround(finding.path, variant.label) &&
                         !known_.contains(finding.path + " " + finding.message));
  }

 private:
  // Whether a path is that of the map, or of an entry other than the candidate.
  bool IsAround(std::string_view path, std::string_view candidate) const {
    return path == parent_ || (ParentOf(path) == parent_ && !path.ends_with(candidate));
  }

  bool is_key_;
  bool has_siblings_;
  std::string_view parent_;
  std::set<std::string> known_;
};

// Removes the values that other items of the same list have.
void RemoveRepeated(const CompletionContext& typed, std::vector<CompletionItem>& items) {
  const lsp::TextTree tree(typed.completed_text);
  const std::optional<size_t> node = tree.NodeAt(typed.at);
  if (!node || typed.part == CompletionContext::Part::kKey ||
      tree.nodes()[tree.nodes()[*node].parent].kind != lsp::NodeKind::kSequence) {
    return;
  }
  std::set<std::string> others;
  tree.ForEachChild(tree.nodes()[*node].parent, [&](size_t item) {
    if (item != *node) {
      others.insert(tree.ContentOf(item));
    }
  });
  std::erase_if(items, [&others](const CompletionItem& item) { return others.contains(item.label); });
}

}  // namespace

void RemoveRejected(const CompletionContext& typed, const api::SchemaInfo& info, DocumentSchema& schema,
                    std::vector<CompletionItem>& items) {
  RemoveRepeated(typed, items);
  Variants variants(typed, info);
  const bool is_manifest = schema.check().method == driver::CheckMethod::kManifests;
  if (items.empty() || !variants.is_usable() || !(schema.is_compiled() || is_manifest) ||
      items.size() > kMostVariants || variants.document_size() * items.size() > kMostBytes) {
    return;
  }
  variants.AddWithout();
  for (const CompletionItem& item : items) {
    variants.Add(item);
  }
  const std::vector<VariantFinding> findings = Check(variants.text(), schema);
  Rejections rejections(typed, info);
  for (const VariantFinding& finding : findings) {
    if (variants.IndexAt(finding.labels.front().begin) == 0) {
      rejections.AddKnown(finding);
    }
  }
  std::set<size_t> rejected;
  for (const VariantFinding& finding : findings) {
    const size_t index = variants.IndexAt(finding.labels.front().begin);
    if (index > 0 && rejections.Has(finding, variants.all()[index])) {
      rejected.insert(index - 1);
    }
  }
  size_t index = 0;
  std::erase_if(items, [&](const CompletionItem&) { return rejected.contains(index++); });
}

}  // namespace kval::cli
