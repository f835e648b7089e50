#include "src/redaction/line_secrets.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "src/redaction/misindented_secrets.h"
#include "src/redaction/secret_anchors.h"
#include "src/redaction/secret_key_names.h"
#include "src/redaction/secret_object.h"
#include "src/redaction/secret_text.h"
#include "src/redaction/secret_unescape.h"

namespace kval::redaction {
namespace {

bool IsDocumentMark(std::string_view line) {
  return line.starts_with("---") && (line.size() == 3 || line[3] == ' ');
}

// Finds the secrets that are evident within a line; in text that is no YAML also values below their key.
class Scanner {
 public:
  Scanner(const source::SourceFile& file, SensitiveKeys sensitive)
      : file_(file),
        sensitive_(sensitive),
        outermost_(file.is_secret() ? InheritedSecrecy::kCertain : InheritedSecrecy::kNothing) {}

  // `yaml`: what the structure of the text reveals; `unread` is sorted.
  std::vector<source::Span> Run(const YamlSecrets& yaml);

 private:
  // Lines below a key that makes them secret: those with more than `column` columns before them.
  struct Region {
    size_t column = 0;
    InheritedSecrecy above = InheritedSecrecy::kNothing;
    bool is_block = false;     // lines of a block scalar have no keys
    bool takes_items = false;  // `- x` at the column of its key belongs to it
  };
  std::string_view Line(uint32_t number) const { return file_.Text(file_.LineSpan(number)); }
  void Hide(uint32_t number, OffsetRange piece);
  void HideValues(uint32_t number, const SecretLine& read);
  void HideContent(uint32_t number, std::string_view line, const SecretLine& read);
  bool CanContinue(std::string_view line, const SecretLine& read);
  void HideAllButKeys(uint32_t number, std::string_view line);
  void ReadLine(uint32_t number, bool is_unread);
  void HideAnchored(const YamlSecrets& yaml);
  bool HasSecretKind(uint32_t number) const;
  void AddAnchors(uint32_t number, std::string_view line);
  void HideBelow(uint32_t number, size_t column);
  bool IsArgument(std::string_view line, const SecretLine& read);
  bool TakePair(uint32_t number, std::string_view line, const SecretLine& read);
  bool TakeExplicitKey(uint32_t number, std::string_view line);
  void ReadUnread(uint32_t number, std::string_view line, SecretLine read);
  void ReadEntry(uint32_t number, std::string_view line, const SecretLine& read, InheritedSecrecy above);
  InheritedSecrecy AboveOf(const SecretLine& read, bool* is_block);
  void OpenRegion(const SecretLine& read, std::string_view line, bool is_secret);

  const source::SourceFile& file_;
  SensitiveKeys sensitive_;
  InheritedSecrecy outermost_;
  std::vector<source::Span> found_;
  std::vector<Region> regions_;  // that a line lies in, outer ones first
  std::optional<size_t>
      value_column_;  // where all is secret: lines with more columns go on with a key's value
  std::optional<size_t> open_column_;  // there: of the last key
  bool in_private_key_ = false;
  MisindentedSecrets below_;
  bool has_secret_kind_ = false;      // a line of this document is `kind: Secret`
  std::optional<size_t> key_column_;  // of the secret key in the line above, `? password`
  // Entries of pairs: whether the last `name` is one of a secret, and the last `value` before it.
  bool names_secret_ = false;
  uint32_t value_line_ = 0;
  size_t value_of_pair_column_ = 0;
  OffsetRange value_of_pair_;
  std::vector<std::pair<uint32_t, OffsetRange>> literals_;  // of the annotations above
  std::optional<size_t> option_column_;                     // of the item above, `- --token`
  struct Anchor {
    uint32_t line;
    size_t column;  // of its entry or item
    AnchorOccurrence place;
  };
  std::map<std::string_view, std::vector<Anchor>> anchors_;  // of a text with unread lines, by name
  std::map<uint32_t, size_t> below_columns_;                 // of lines that HideBelow has hidden
};

void Scanner::Hide(uint32_t number, OffsetRange piece) {
  if (piece.end > piece.begin) {
    const uint32_t begin = file_.LineSpan(number).begin;
    found_.push_back({begin + static_cast<uint32_t>(piece.begin), begin + static_cast<uint32_t>(piece.end)});
  }
}

void Scanner::HideValues(uint32_t number, const SecretLine& read) {
  for (const OffsetRange piece : read.secrets) {
    Hide(number, piece);
  }
  for (const OffsetRange anchor : read.anchors) {
    Hide(number, anchor);
  }
}

// The whole of a line but its indentation and its `- `.
void Scanner::HideContent(uint32_t number, std::string_view line, const SecretLine& read) {
  const OffsetRange content = {read.content_column, line.find_last_not_of(" \t\r") + 1};
  if (read.is_space || content.end <= content.begin) {
    return;
  }
  const std::string_view text = line.substr(content.begin, content.end - content.begin);
  const bool is_bracket = text.find_first_not_of("{}[],") == std::string_view::npos;
  if (!is_bracket && !IsNonSecretValue(text)) {
    Hide(number, content);
  }
}

// Whether a line of a wholly secret text continues the value of a key above.
bool Scanner::CanContinue(std::string_view line, const SecretLine& read) {
  if (value_column_ && (read.is_space || read.indent > *value_column_)) {
    return true;
  }
  // A quoted text of several lines may begin below its key.
  const bool begins =
      open_column_ && read.indent > *open_column_ && HasUnclosedQuote(line, read.content_column);
  if (begins) {
    value_column_ = open_column_;
  }
  return begins;
}

// A line of a wholly secret text: only certain keys stay visible.
void Scanner::HideAllButKeys(uint32_t number, std::string_view line) {
  if (IsDocumentMark(line) && line.size() == 3) {
    return;
  }
  const SecretLine read = ReadSecretLine(line, InheritedSecrecy::kCertain, sensitive_);
  const char first = read.content_column < line.size() ? line[read.content_column] : '\0';
  const bool is_flow = first == '{' || first == '[';
  if (CanContinue(line, read) || (!is_flow && (read.key.empty() || read.key_column != read.content_column))) {
    HideContent(number, line, read);
    return;
  }
  value_column_.reset();
  HideValues(number, read);
  below_.Take(read, line, true);
  const bool has_value = read.value.end > read.value.begin;
  const bool has_flow =
      is_flow || (has_value && (line[read.value.begin] == '{' || line[read.value.begin] == '['));
  if ((has_value && !has_flow) || read.opens_block) {
    value_column_ = read.key_column;
  }
  open_column_ = read.key_column;
  // Comments about it are as secret as the value.
  const size_t value_end = has_flow ? read.value_at : read.value.end;
  const size_t comment = read.key.empty() ? std::string_view::npos : line.find(" #", value_end);
  if (comment != std::string_view::npos) {
    Hide(number, {comment + 1, line.find_last_not_of(" \t\r") + 1});
  }
}

// Returns the effect of preceding lines on this one; ends regions that it leaves.
InheritedSecrecy Scanner::AboveOf(const SecretLine& read, bool* is_block) {
  *is_block = false;
  const auto is_inside = [&] {
    const Region& region = regions_.back();
    return read.is_space || read.indent > region.column ||
           (region.takes_items && read.is_item && read.indent == region.column);
  };
  while (!regions_.empty() && !is_inside()) {
    regions_.pop_back();
  }
  if (regions_.empty()) {
    return outermost_;
  }
  *is_block = regions_.back().is_block;
  return regions_.back().above;
}

// Opens a region for the lines below the key of this line.
void Scanner::OpenRegion(const SecretLine& read, std::string_view line, bool is_secret) {
  const bool is_declared = IsDeclaredSecret(read.key, sensitive_);
  const bool has_value = read.value.end > read.value.begin;
  const char first = has_value ? line[read.value.begin] : '\0';
  if (is_declared && !has_value) {
    regions_.push_back({read.key_column,
                        read.opens_block ? InheritedSecrecy::kSecret : InheritedSecrecy::kCertain,
                        read.opens_block, true});
  } else if (read.opens_block && is_secret) {
    regions_.push_back({read.key_column, InheritedSecrecy::kSecret, true, false});
  } else if (is_secret && has_value && first != '{' && first != '[') {
    regions_.push_back(
        {read.key_column, InheritedSecrecy::kSecret, true, false});  // the value may go on below
  } else if (IsSecretParent(read.key)) {
    regions_.push_back({read.key_column, InheritedSecrecy::kSecret, false, true});
  } else if (IsCredentialsParent(read.key)) {
    regions_.push_back({read.key_column, InheritedSecrecy::kCredentials, false, true});
  } else if (!regions_.empty() && !has_value && IsAccountName(read.key)) {
    regions_.push_back({read.key_column, InheritedSecrecy::kNothing, read.opens_block, true});
  }
}

// Reads a line of text that is no YAML, whose meaning depends on preceding lines.
void Scanner::ReadUnread(uint32_t number, std::string_view line, SecretLine read) {
  bool is_block = false;
  const InheritedSecrecy above = AboveOf(read, &is_block);
  if (above == InheritedSecrecy::kCertain && !is_block) {
    HideAllButKeys(number, line);
    return;
  }
  value_column_.reset();
  open_column_.reset();
  if (TakeExplicitKey(number, line)) {
    return;
  }
  if (IsArgument(line, read)) {
    HideContent(number, line, read);
  }
  const bool is_value =
      above != InheritedSecrecy::kNothing ? is_block || read.key.empty() : below_.IsValue(read, line);
  if (is_value) {
    HideContent(number, line, read);
    return;
  }
  if (above != InheritedSecrecy::kNothing) {
    read = ReadSecretLine(line, above, sensitive_);
  }
  HideValues(number, read);
  // A comment hides its own values; of the lines below only annotations affect one.
  if (!read.is_space && line[read.indent] == '#') {
    for (const OffsetRange literal : LiteralsOfAnnotation(line)) {
      literals_.emplace_back(number, literal);
    }
    return;
  }
  if (!read.key.empty()) {
    ReadEntry(number, line, read, above);
  }
  literals_.clear();
}

// Whether the line is the item after an option, `- --token` and `- x`.
bool Scanner::IsArgument(std::string_view line, const SecretLine& read) {
  if (read.is_space) {
    return false;
  }
  const std::string_view item = line.substr(read.content_column);
  const bool is_argument = read.is_item && option_column_ == read.indent && !item.starts_with('-');
  const std::string word = Unspelled(item.substr(0, item.find_last_not_of(" \t\r,") + 1));
  const std::string_view name = read.is_item ? OptionName(word) : std::string_view();
  const bool is_option = name.find_first_of(" =") == std::string_view::npos && IsSecretName(name, sensitive_);
  option_column_ = is_option ? std::optional(read.indent) : std::nullopt;
  return is_argument;
}

// `name: DB_PASSWORD` and `value: x` near each other. Returns whether the value of the line is secret.
bool Scanner::TakePair(uint32_t number, std::string_view line, const SecretLine& read) {
  if (IsValueOfPair(read.key)) {
    value_line_ = number;
    value_of_pair_column_ = read.content_column;
    value_of_pair_ = read.value;
    if (names_secret_ &&
        !IsNonSecretValue(line.substr(read.value.begin, read.value.end - read.value.begin))) {
      Hide(number, read.value);
    }
    return names_secret_;
  }
  if (IsNameOfPair(read.key)) {
    names_secret_ = IsSecretPairName(
        Unspelled(line.substr(read.value.begin, read.value.end - read.value.begin)), sensitive_);
    if (names_secret_ && value_line_ != 0 && value_of_pair_column_ == read.content_column) {
      Hide(value_line_, value_of_pair_);
      HideBelow(value_line_, value_of_pair_column_);
    }
    value_line_ = 0;
  }
  return false;
}

// Whether a document of which this is the first line is about a Secret.
bool Scanner::HasSecretKind(uint32_t number) const {
  for (uint32_t i = number; i <= file_.line_count() && (i == number || !IsDocumentMark(Line(i))); ++i) {
    if (HasKindOfSecret(Line(i))) {
      return true;
    }
  }
  return false;
}

// `? password` and, on the next line, `: x`. Returns whether the line is that value.
bool Scanner::TakeExplicitKey(uint32_t number, std::string_view line) {
  const size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::optional<size_t> key = std::exchange(key_column_, {});
  std::string_view name = line.substr(begin);
  if (name.starts_with("? ")) {
    name.remove_prefix(std::min(name.find_first_not_of(" ?\"'"), name.size()));
    name = name.substr(0, name.find_last_not_of(" \t\r\"'") + 1);
    key_column_ = IsSecretName(Unescaped(name), sensitive_) ? std::optional(begin) : std::nullopt;
  }
  if (key != begin || begin >= line.size() || line[begin] != ':') {
    return false;
  }
  Hide(number, {std::min(line.find_first_not_of(" \t", begin + 1), line.size()), line.size()});
  regions_.push_back({begin, InheritedSecrecy::kSecret, true, false});
  return true;
}

// Hides the lines below that are indented more than `column`, unless they are hidden as part of others.
void Scanner::HideBelow(uint32_t number, size_t column) {
  const auto hidden = below_columns_.find(number + 1);
  if (hidden != below_columns_.end() && hidden->second <= column) {
    return;
  }
  for (uint32_t i = number + 1; i <= file_.line_count(); ++i) {
    const SecretLine read = ReadSecretLine(Line(i), InheritedSecrecy::kNothing, {});
    if (!read.is_space && read.indent <= column) {
      break;
    }
    HideContent(i, Line(i), read);
    below_columns_[i] = column;
  }
}

// Hides the values of anchors that secret aliases name, and those that aliases in them name.
void Scanner::HideAnchored(const YamlSecrets& yaml) {
  const auto hide = [&](source::Span piece) {
    for (const std::string_view name : FindAliases(file_.Text(piece))) {
      for (const Anchor& anchor : std::exchange(anchors_[name], {})) {
        Hide(anchor.line, anchor.place.value);
        if (anchor.place.continues) {
          HideBelow(anchor.line, anchor.column);
        }
      }
    }
  };
  if (!anchors_.empty()) {
    std::for_each(yaml.found.begin(), yaml.found.end(), hide);
    for (size_t i = 0; i < found_.size(); ++i) {
      hide(found_[i]);
    }
  }
}

// Records the effect of a line's key on other lines.
void Scanner::ReadEntry(uint32_t number, std::string_view line, const SecretLine& read,
                        InheritedSecrecy above) {
  const bool is_secret = TakePair(number, line, read) || IsSecretName(read.key, sensitive_) ||
                         (above != InheritedSecrecy::kCertain && IsSecretBelow(above, read.key));
  for (const auto& [literal_line, literal] : literals_) {
    Hide(literal_line, is_secret ? literal : OffsetRange{});
  }
  const bool is_data = has_secret_kind_ && IsDataOfSecret(read.key);
  below_.Take(read, line, is_secret || is_data);
  if (is_data) {
    HideValues(number, ReadSecretLine(line, InheritedSecrecy::kCertain, sensitive_));
    regions_.push_back({read.key_column,
                        read.opens_block ? InheritedSecrecy::kSecret : InheritedSecrecy::kCertain,
                        read.opens_block, false});
  } else if (above == InheritedSecrecy::kNothing || above == InheritedSecrecy::kCredentials) {
    OpenRegion(read, line, is_secret);
  }
}

void Scanner::AddAnchors(uint32_t number, std::string_view line) {
  if (line.find('&') == std::string_view::npos) {
    return;
  }
  const size_t first = line.find_first_not_of(" \t-");
  const size_t column = line[first] == '&' ? line.find_first_not_of(" \t") : first;
  for (const AnchorOccurrence& place : FindAnchors(line)) {
    anchors_[place.name].push_back({number, column, place});
  }
}

void Scanner::ReadLine(uint32_t number, bool is_unread) {
  const std::string_view line = Line(number);
  for (const OffsetRange piece : FindSecretShapes(line)) {
    Hide(number, piece);
  }
  if (!is_unread || IsDocumentMark(line)) {
    regions_.clear();
    below_.BeginDocument();
    key_column_.reset();
    option_column_.reset();
    names_secret_ = false;
    value_line_ = 0;
  }
  if (number == 1 || IsDocumentMark(line)) {
    has_secret_kind_ = HasSecretKind(number);
  }
  const SecretLine read = ReadSecretLine(line, InheritedSecrecy::kNothing, sensitive_);
  if (in_private_key_ && !EndsPrivateKey(line)) {
    HideContent(number, line, read);
    return;
  }
  in_private_key_ = BeginsPrivateKey(line) && !EndsPrivateKey(line);
  for (const OffsetRange piece : SecretsOfText(line, sensitive_)) {
    Hide(number, piece);
  }
  if (is_unread) {
    ReadUnread(number, line, read);
  } else {
    for (const OffsetRange piece : read.secrets) {
      Hide(number, piece);
    }
  }
}

std::vector<source::Span> Scanner::Run(const YamlSecrets& yaml) {
  auto range = yaml.unread.begin();
  uint32_t end = 0;
  for (uint32_t number = 1; number <= file_.line_count(); ++number) {
    const source::Span line = file_.LineSpan(number);
    for (; range != yaml.unread.end() && range->begin <= line.end; ++range) {
      end = std::max(end, range->end);
    }
    ReadLine(number, line.begin < end);
    if (!yaml.unread.empty()) {
      AddAnchors(number, Line(number));
    }
  }
  HideAnchored(yaml);
  std::erase_if(found_, [&](source::Span piece) {
    const std::string_view text = file_.Text(piece);
    return IsAlias(text) && yaml.anchors.contains(text.substr(1));
  });
  return std::move(found_);
}

}  // namespace

std::vector<source::Span> SecretsOfLines(const source::SourceFile& file, SensitiveKeys sensitive,
                                         const YamlSecrets& yaml) {
  return Scanner(file, sensitive).Run(yaml);
}

}  // namespace kval::redaction
