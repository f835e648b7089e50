#include "src/report/secret_scan.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "src/report/detached_secrets.h"
#include "src/report/misindented_secrets.h"
#include "src/report/schema_text.h"
#include "src/report/secret_aliases.h"
#include "src/report/secret_code.h"
#include "src/report/secret_key_names.h"
#include "src/report/secret_object.h"
#include "src/report/secret_options.h"
#include "src/report/secret_text.h"
#include "src/report/secret_unescape.h"

namespace kval::report {
namespace {

bool EndsWithAny(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return name.ends_with(e); });
}

bool IsDocumentMark(std::string_view line) {
  return line.starts_with("---") && (line.size() == 3 || line[3] == ' ');
}

// The secrets of one file of YAML, JSON or the like, line by line.
class Scanner {
 public:
  Scanner(const source::SourceFile& file, SensitiveKeys sensitive)
      : file_(file),
        sensitive_(sensitive),
        is_plain_flag_(file.name().starts_with('(') && file.name().find("-yaml") == std::string::npos),
        outermost_(file.is_secret() ? InheritedSecrecy::kCertain : InheritedSecrecy::kNothing),
        options_(sensitive),
        apart_(sensitive),
        objects_(file) {}

  std::vector<source::Span> Run();

 private:
  // Lines below a key that makes them secret: those with more than `column` columns before them.
  struct Region {
    size_t column = 0;
    InheritedSecrecy above = InheritedSecrecy::kNothing;
    bool is_block = false;     // lines of a block scalar have no keys
    bool takes_items = false;  // `- x` at the column of its key belongs to it
  };
  // An entry of a list, or a mapping: what its `name` and `value` say.
  struct Item {
    size_t column = 0;
    bool names_secret = false;
    uint32_t value_line = 0;  // 0: no value yet
    OffsetRange value;
  };
  std::string_view Line(uint32_t number) const { return file_.Text(file_.LineSpan(number)); }
  void Found(uint32_t number, OffsetRange piece);
  void Hide(uint32_t number, OffsetRange piece);
  void HideValues(uint32_t number, const SecretLine& read);
  void HideContent(uint32_t number, std::string_view line, const SecretLine& read);
  uint32_t HideBelow(uint32_t number, size_t column);
  bool CanContinue(std::string_view line, const SecretLine& read);
  void HideAllButKeys(uint32_t number, std::string_view line);
  void ReadLine(uint32_t number);
  void ReadEntry(uint32_t number, std::string_view line, const SecretLine& read, InheritedSecrecy above);
  InheritedSecrecy AboveOf(const SecretLine& read, bool* is_block);
  void OpenRegion(const SecretLine& read, std::string_view line, bool is_secret);
  void Pair(uint32_t number, const SecretLine& read, std::string_view line, bool* is_secret);
  void HideAnchors();

  const source::SourceFile& file_;
  SensitiveKeys sensitive_;
  bool is_plain_flag_;  // whose values have no aliases
  InheritedSecrecy outermost_;
  std::vector<source::Span> found_;
  std::vector<Region> regions_;  // that a line lies in, outer ones first
  std::optional<size_t>
      value_column_;  // where all is secret: lines with more columns go on with a key's value
  std::optional<size_t> open_column_;  // there: of the last key
  std::vector<Item> items_;
  bool in_private_key_ = false;
  SecretOptions options_;
  DetachedSecrets apart_;
  SecretObjects objects_;
  MisindentedSecrets below_;
  SecretAliases aliases_;
  bool after_secret_name_ = false;  // of a pair, in the line above
};

void Scanner::Found(uint32_t number, OffsetRange piece) {
  const uint32_t begin = file_.LineSpan(number).begin;
  found_.push_back({begin + static_cast<uint32_t>(piece.begin), begin + static_cast<uint32_t>(piece.end)});
}

// An alias name reveals nothing; its value is hidden at the anchor.
void Scanner::Hide(uint32_t number, OffsetRange piece) {
  if (piece.end <= piece.begin) {
    return;
  }
  const std::string_view text = Line(number).substr(piece.begin, piece.end - piece.begin);
  if (is_plain_flag_ || !aliases_.Take(number, piece, text)) {
    Found(number, piece);
  }
}

void Scanner::HideValues(uint32_t number, const SecretLine& read) {
  for (const OffsetRange piece : read.secrets) {
    Hide(number, piece);
  }
  for (const OffsetRange anchor : read.anchors) {
    aliases_.TakeAnchor(number, anchor, Line(number).substr(anchor.begin, anchor.end - anchor.begin));
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

// Returns the first line that is not below.
uint32_t Scanner::HideBelow(uint32_t number, size_t column) {
  uint32_t i = number + 1;
  for (; i <= file_.line_count(); ++i) {
    const std::string_view line = Line(i);
    const SecretLine read = ReadSecretLine(line, InheritedSecrecy::kNothing, {});
    if (!read.is_space && read.indent <= column) {
      break;
    }
    HideContent(i, line, read);
  }
  return i;
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

// `name: DB_PASSWORD` and `value: x` of one mapping, in either order.
void Scanner::Pair(uint32_t number, const SecretLine& read, std::string_view line, bool* is_secret) {
  while (!items_.empty() && (items_.back().column > read.content_column ||
                             (read.is_item && items_.back().column > read.indent))) {
    items_.pop_back();
  }
  const bool is_name = IsNameOfPair(read.key);
  const bool is_value = IsValueOfPair(read.key);
  // Also where the value has lost its indentation, or has a `- ` that is too many.
  const bool is_below_name = std::exchange(after_secret_name_, false) && is_value;
  if (!is_name && !is_value) {
    return;
  }
  if (items_.empty() || items_.back().column != read.content_column) {
    items_.push_back({read.content_column, false, 0, {}});
  }
  Item& item = items_.back();
  if (is_value) {
    *is_secret = *is_secret || item.names_secret || is_below_name;
    item.value_line = number;
    item.value = read.value;
    if ((item.names_secret || is_below_name) &&
        !IsNonSecretValue(line.substr(read.value.begin, read.value.end - read.value.begin))) {
      Hide(number, read.value);
    }
    return;
  }
  item.names_secret = IsSecretPairName(
      Unspelled(line.substr(read.value.begin, read.value.end - read.value.begin)), sensitive_);
  after_secret_name_ = item.names_secret;
  if (item.names_secret && item.value_line != 0) {
    const std::string_view before = Line(item.value_line);
    if (!IsNonSecretValue(before.substr(item.value.begin, item.value.end - item.value.begin))) {
      Hide(item.value_line, item.value);
    }
    HideBelow(item.value_line, item.column);
    item.value_line = 0;
  }
}

// A value hidden because of an alias may contain aliases.
void Scanner::HideAnchors() {
  for (std::vector<SecretAliases::Anchor> anchors = aliases_.TakeAnchors(); !anchors.empty();
       anchors = aliases_.TakeAnchors()) {
    uint32_t end = 0;  // what lies within the last of them is hidden with it
    size_t column = 0;
    for (const SecretAliases::Anchor& anchor : anchors) {
      Hide(anchor.line, anchor.place.value);
      const bool is_within = anchor.line < end && anchor.column >= column;
      if (anchor.place.continues && !is_within) {
        end = HideBelow(anchor.line, anchor.column);
        column = anchor.column;
      }
    }
  }
  for (const auto& [number, piece] : aliases_.Unmatched()) {
    Found(number, piece);
  }
}

void Scanner::ReadLine(uint32_t number) {
  const std::string_view line = Line(number);
  aliases_.AddLine(number, line);
  for (const OffsetRange piece : FindSecretShapes(line)) {
    Hide(number, piece);
  }
  if (IsDocumentMark(line)) {
    regions_.clear();
    items_.clear();
    objects_.BeginDocument();
    below_.BeginDocument();
  }
  SecretLine read = ReadSecretLine(line, InheritedSecrecy::kNothing, sensitive_);
  if (in_private_key_ && !EndsPrivateKey(line)) {
    HideContent(number, line, read);
    return;
  }
  in_private_key_ = BeginsPrivateKey(line) && !EndsPrivateKey(line);
  bool is_block = false;
  const InheritedSecrecy above = AboveOf(read, &is_block);
  if (above == InheritedSecrecy::kCertain && !is_block) {
    HideAllButKeys(number, line);
    return;
  }
  value_column_.reset();
  open_column_.reset();
  if (above != InheritedSecrecy::kNothing && (is_block || read.key.empty())) {
    HideContent(number, line, read);
    return;
  }
  if (above == InheritedSecrecy::kNothing && below_.IsValue(read, line)) {
    HideContent(number, line, read);
    return;
  }
  if (const std::optional<size_t> column = apart_.GetKeyColumn(line)) {
    HideContent(number, line, ReadSecretLine(std::string(line).replace(*column, 1, " "), above, sensitive_));
    regions_.push_back({*column, InheritedSecrecy::kSecret, true, false});
    return;
  }
  if (above != InheritedSecrecy::kNothing) {
    read = ReadSecretLine(line, above, sensitive_);
  }
  for (const OffsetRange piece : SecretsOfText(line, sensitive_)) {
    Hide(number, piece);
  }
  HideValues(number, read);
  if (options_.IsValue(read, line)) {
    HideContent(number, line, read);
  }
  options_.Take(read, line);
  ReadEntry(number, line, read, above);
}

// Records the effect of a line's key on other lines.
void Scanner::ReadEntry(uint32_t number, std::string_view line, const SecretLine& read,
                        InheritedSecrecy above) {
  // A comment hides its own values and affects no line below.
  if (!read.is_space && line[read.indent] == '#') {
    apart_.AddComment(number, line);
    return;
  }
  const std::vector<DetachedSecrets::Literal> annotated = apart_.TakeLiterals();
  if (read.key.empty()) {
    return;
  }
  bool is_secret = IsSecretName(read.key, sensitive_) ||
                   (above != InheritedSecrecy::kCertain && IsSecretBelow(above, read.key));
  for (const DetachedSecrets::Literal& literal :
       is_secret ? annotated : std::vector<DetachedSecrets::Literal>()) {
    Hide(literal.line, literal.piece);
  }
  Pair(number, read, line, &is_secret);
  below_.Take(read, line, is_secret);
  if (above != InheritedSecrecy::kNothing && above != InheritedSecrecy::kCredentials) {
    return;
  }
  if (objects_.Holds(number, read.key, read.key_column, read.value.end > read.value.begin)) {
    regions_.push_back({read.key_column,
                        read.opens_block ? InheritedSecrecy::kSecret : InheritedSecrecy::kCertain,
                        read.opens_block, false});
    // `data: {a: x}`
    HideValues(number, ReadSecretLine(line, InheritedSecrecy::kCertain, sensitive_));
    return;
  }
  OpenRegion(read, line, is_secret);
}

std::vector<source::Span> Scanner::Run() {
  for (uint32_t number = 1; number <= file_.line_count(); ++number) {
    ReadLine(number);
  }
  HideAnchors();
  return std::move(found_);
}

// A value given on the command line is named `(data-value arg) db.password`, or the whole flag is its text.
// In one that is misspelt, `password:x`, the colon parts too.
std::vector<source::Span> ScanFlag(const source::SourceFile& file, SensitiveKeys sensitive) {
  const std::string_view text = file.text();
  const size_t close = file.name().find(") ");
  const bool is_whole =
      close != std::string::npos && IsSecretName(std::string_view(file.name()).substr(close + 2), sensitive);
  std::vector<source::Span> found;
  uint32_t from = file.base();
  if (!is_whole) {
    found = Scanner(file, sensitive).Run();
    const size_t colon = text.find(':');
    const bool is_misspelt = text.find('=') == std::string_view::npos && colon != std::string_view::npos &&
                             IsSecretName(text.substr(0, colon), sensitive);
    from = is_misspelt ? file.base() + static_cast<uint32_t>(colon) + 1 : file.span().end;
  } else if (IsNonSecretValue(text)) {
    return found;
  }
  for (uint32_t number = 1; number <= file.line_count(); ++number) {
    source::Span line = file.LineSpan(number);
    line.begin = std::max(line.begin, from);
    if (line.begin < line.end) {
      found.push_back(line);
    }
  }
  return found;
}

std::vector<source::Span> ScanFile(const source::SourceFile& file, SensitiveKeys sensitive) {
  if (file.is_secret()) {
    return Scanner(file, sensitive).Run();
  }
  if (file.name().starts_with('(')) {
    return ScanFlag(file, sensitive);
  }
  return EndsWithAny(file.name(), {".k", ".star", ".bzl", ".py"}) ? SecretsOfProgram(file, sensitive)
                                                                  : Scanner(file, sensitive).Run();
}

}  // namespace

std::vector<source::Span> FindSecrets(const source::SourceFile& file, SensitiveKeys sensitive) {
  std::vector<source::Span> found = ScanFile(file, sensitive);
  if (!file.is_secret()) {
    RemoveSchemaText(file, found);
  }
  std::sort(found.begin(), found.end(), [](source::Span a, source::Span b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::vector<source::Span> merged;
  for (const source::Span span : found) {
    if (!merged.empty() && span.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, span.end);
    } else {
      merged.push_back(span);
    }
  }
  return merged;
}

}  // namespace kval::report
