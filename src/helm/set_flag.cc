#include "src/helm/set_flag.h"

#include <charconv>
#include <optional>
#include <utility>

#include "src/helm/json_text.h"
#include "src/helm/merge_values.h"
#include "src/helm/remote.h"
#include "src/helm/set_flag_scanner.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

using diag::Kind;

constexpr diag::Def<std::string_view> kNoValue{Kind::kHelmRefused, "key `{}` has no value"};
constexpr diag::Def<> kNestedTooDeeply{Kind::kHelmRefused, "a key can have 30 names at most"};
constexpr diag::Def<std::string_view, std::string_view, std::string_view> kWrongKind{
    Kind::kHelmRefused, "`{}` is already of type {}, so it cannot be {}"};
constexpr diag::Def<std::string_view> kBadIndex{Kind::kHelmRefused, "`{}` is not a list index"};
constexpr diag::Def<std::string_view> kIndexTooLarge{Kind::kHelmRefused,
                                                     "the index {} is too large: 65536 is the largest"};
constexpr diag::Def<> kUnclosedList{Kind::kHelmRefused, "a list opened by `{` is never closed"};
constexpr diag::Def<std::string_view> kAfterIndex{Kind::kHelmRefused,
                                                  "expected `.`, `[` or `=` after an index, found `{}`"};
constexpr diag::Def<std::string_view> kNotJson{Kind::kHelmRefused, "the value is not JSON: {}"};
constexpr diag::Def<std::string_view> kUnreadableFile{Kind::kHelmRefused, "{}"};

constexpr diag::Def<std::string_view> kUnclosedIndex{
    Kind::kHelmConflict, "the index `[{}` is never closed: Helm 4 silently ignores the rest of the flag"};
constexpr diag::Def<> kAfterJson{Kind::kHelmRefused, "nothing may follow the JSON object"};
constexpr diag::Def<std::string_view> kNoJsonObject{Kind::kHelmRefused, "the value is not a JSON object: {}"};

constexpr int kMostNames = 30;
constexpr size_t kMostIndex = 65536;
constexpr std::string_view kSpaces = " \t\n\v\f\r";

// As the functions of Helm's parser end: io.EOF is no error for it.
enum class End : uint8_t { kDone, kEof, kFailed };

const source::SourceFile& AddText(const SetFlag& flag, HelmContext& context) {
  const std::string name(FlagName(flag.kind));
  std::string shown = "(" + name.substr(2) + " arg)";
  if (flag.is_secret) {
    return context.sources.AddSecret(std::move(shown), flag.text);
  }
  return context.flag_strings == nullptr
             ? context.sources.AddText(std::move(shown), flag.text)
             : context.flag_strings->Add({name, name == "--set-string" ? "--set" : ""}, std::move(shown),
                                         flag.text, context.sources);
}

class SetParser {
 public:
  SetParser(const SetFlag& flag, HelmContext& context)
      : kind_(flag.kind),
        context_(context),
        scan_(AddText(flag, context), flag.kind != SetKind::kLiteral, flag.place) {}

  bool Run(Table& values) {
    End end = End::kDone;
    while (end == End::kDone) {
      end = Key(values, 0);
    }
    return end == End::kEof;
  }

 private:
  template <typename... Args>
  End Fail(source::Span at, const diag::Def<Args...>& def, std::type_identity_t<Args>... args) {
    context_.emit.Report(at, def, args...).Emit();
    return End::kFailed;
  }

  void Set(Table& data, const SetFlagScanner::Piece& key, const TableValue& node) {
    if (key.text.empty()) {  // Helm silently sets nothing
      return;
    }
    const TableValue* before = data.Find(key.text);
    const TableValue merged = before == nullptr ? node : context_.forest.WithBase(node, *before);
    data.Set(*context_.forest.build().String(key.text, key.span), merged);
  }

  TableValue StringNode(const SetFlagScanner::Piece& piece) {
    return context_.forest.MakeNode(context_.forest.build().String(piece.text, piece.span));
  }

  End Key(Table& data, int names) {
    const SetFlagScanner::Piece key = scan_.Until(kind_ == SetKind::kLiteral ? "=[." : "=[,.");
    switch (key.stop) {
      case SetFlagScanner::kEnd:
        return key.is_empty ? End::kEof : Fail(key.span, kNoValue, key.text);
      case '[':
        return ListKey(data, key, names);
      case '=':
        return Assign(data, key);
      case '.':
        return MapKey(data, key, names + 1);
      default:
        return Fail(key.span, kNoValue, key.text);
    }
  }

  End ListKey(Table& data, const SetFlagScanner::Piece& key, int names) {
    const std::optional<size_t> index = Index();
    if (!index) {
      return without_index_;
    }
    const TableValue* existing = data.Find(key.text);
    const bool is_unread = existing != nullptr && existing->is_unreadable();
    if (existing != nullptr && existing->list == nullptr && !is_unread) {
      return Fail(key.span, kWrongKind, key.text, value::KindName(existing->kind()), "a list");
    }
    TableList* list = existing != nullptr && !is_unread ? existing->list : context_.forest.NewList();
    // A list of which some items are not known is not known.
    const TableValue node =
        existing != nullptr ? *existing
                            : context_.forest.MakeNode(list, context_.forest.build().Sequence({}, key.span));
    const End end = ListItem(*list, *index, names);
    if (end != End::kFailed && !key.text.empty()) {
      data.Set(*context_.forest.build().String(key.text, key.span), node);
    }
    return end;
  }

  End MapKey(Table& data, const SetFlagScanner::Piece& key, int names) {
    if (names > kMostNames) {
      return Fail(key.span, kNestedTooDeeply);
    }
    const TableValue* existing = data.Find(key.text);
    const bool is_unread = existing != nullptr && existing->is_unreadable();
    if (existing != nullptr && existing->table == nullptr && !is_unread) {
      return Fail(key.span, kWrongKind, key.text, value::KindName(existing->kind()), "a map");
    }
    Table* inner = existing != nullptr && !is_unread ? existing->table : context_.forest.NewTable();
    if (is_unread) {
      inner->AddRecoveryOf(*existing);
    }
    const TableValue node =
        existing != nullptr && !is_unread
            ? *existing
            : context_.forest.MakeNode(inner, context_.forest.build().Mapping({}, key.span));
    const End end = Key(*inner, names);
    if (end == End::kDone && inner->size() == 0) {
      return Fail(key.span, kNoValue, key.text);
    }
    if (end != End::kFailed && inner->size() != 0 && !key.text.empty()) {
      data.Set(*context_.forest.build().String(key.text, key.span), node);
    }
    return end;
  }

  End Assign(Table& data, const SetFlagScanner::Piece& key) {
    TableValue node;
    const End end = Value(node);
    if (end != End::kFailed) {
      Set(data, key, node);
    }
    return end;
  }

  // Parses the text after an equals sign. kEof: nothing, which is the empty string.
  End Value(TableValue& node) {
    if (kind_ == SetKind::kLiteral) {
      node = StringNode(scan_.Until(""));
      return End::kDone;
    }
    if (kind_ == SetKind::kJson) {
      return Json(node);
    }
    if (scan_.AtEnd()) {
      node = StringNode(scan_.Until(""));
      return End::kEof;
    }
    if (scan_.Take('{')) {
      return Items(node);
    }
    return Scalar(scan_.Until(","), node);
  }

  End Items(TableValue& node) {
    TableList* list = context_.forest.NewList();
    const uint32_t begin = scan_.place() - 1;  // the bracket
    for (;;) {
      const SetFlagScanner::Piece item = scan_.Until(",}");
      if (item.stop == SetFlagScanner::kEnd) {
        return Fail(item.span, kUnclosedList);
      }
      TableValue value;
      if (Scalar(item, value) == End::kFailed) {
        return End::kFailed;
      }
      list->items.push_back(value);
      if (item.stop == '}') {
        const source::Span span = scan_.From(begin);
        scan_.Take(',');
        node = context_.forest.MakeNode(list, context_.forest.build().Sequence({}, span));
        return End::kDone;
      }
    }
  }

  End Scalar(const SetFlagScanner::Piece& piece, TableValue& node) {
    if (kind_ == SetKind::kFile) {
      return Content(piece, node);
    }
    node = kind_ == SetKind::kSet ? context_.forest.MakeNode(TypedScalar(piece, context_.forest.build()))
                                  : StringNode(piece);
    return End::kDone;
  }

  End Content(const SetFlagScanner::Piece& path, TableValue& node) {
    if (IsRemote(path.text)) {
      ReportRemote(path.span, path.text, context_.emit);
      return End::kFailed;
    }
    const Result<std::string> text = context_.reader.Read(StandardInputOr(path.text));
    if (!text) {
      context_.emit.Report(path.span, kUnreadableFile, text.failure().message)
          .Hint(text.failure().hint)
          .Emit();
      return End::kFailed;
    }
    node = context_.forest.MakeNode(context_.forest.build().String(*text, path.span));
    return End::kDone;
  }

  End Json(TableValue& node) {
    const uint32_t begin = scan_.place();
    if (scan_.TakeEmptyValue()) {
      node = context_.forest.MakeNode(context_.forest.build().Null({begin, begin}));
      return End::kDone;
    }
    std::string message;
    const std::optional<JsonText> json = ReadJson(scan_.rest(), scan_.place(), context_.forest, message);
    if (!json) {
      return Fail({scan_.place(), scan_.end()}, kNotJson, message);
    }
    node = json->node;
    scan_.Skip(json->size);
    scan_.TakeEmptyValue();
    return End::kDone;
  }

  // Nothing: what then is to be done is in `without_index_`.
  std::optional<size_t> Index() {
    const SetFlagScanner::Piece piece = scan_.Until("]");
    if (piece.stop == SetFlagScanner::kEnd && context_.version == Version::kHelm4) {
      context_.emit.Report(piece.span, kUnclosedIndex, piece.text).Emit();
      without_index_ = End::kEof;
      return std::nullopt;
    }
    std::string_view digits = piece.text;
    if (digits.starts_with('+')) {
      digits.remove_prefix(1);
    }
    int64_t index = -1;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    const bool is_number = !digits.empty() && read.ec == std::errc() &&
                           read.ptr == digits.data() + digits.size() && piece.stop == ']' &&
                           !(digits.size() < piece.text.size() && digits[0] == '-');
    if (!is_number || index < 0) {
      Fail(piece.span, kBadIndex, piece.text);
      return std::nullopt;
    }
    if (static_cast<size_t>(index) > kMostIndex) {
      Fail(piece.span, kIndexTooLarge, piece.text);
      return std::nullopt;
    }
    return static_cast<size_t>(index);
  }

  // Missing items before it become null: a short flag can create many. Each is a separate value, with
  // separate findings.
  void SetItem(TableList& list, size_t index, const TableValue& node) {
    if (list.items.size() <= index) {
      context_.forest.Count(index - list.items.size());
    }
    while (list.items.size() <= index) {
      list.items.push_back(context_.forest.MakeNode(context_.forest.build().Null(node.written->span)));
    }
    list.items[index] = context_.forest.WithBase(node, list.items[index]);
  }

  // Behind an index: `=value`, another index, or `.key`.
  End ListItem(TableList& list, size_t index, int names) {
    NeedStack();
    const SetFlagScanner::Piece between = scan_.Until("[.=");
    if (!between.text.empty()) {
      return Fail(between.span, kAfterIndex, between.text);
    }
    switch (between.stop) {
      case SetFlagScanner::kEnd:
        return End::kEof;
      case '=':
        return AssignItem(list, index);
      case '[':
        return NestedList(list, index, names);
      default:
        return MapItem(list, index, names, between.span);
    }
  }

  End AssignItem(TableList& list, size_t index) {
    TableValue node;
    if (Value(node) == End::kFailed) {
      return End::kFailed;
    }
    SetItem(list, index, node);
    return End::kDone;
  }

  End NestedList(TableList& list, size_t index, int names) {
    const uint32_t begin = scan_.place();
    const std::optional<size_t> next = Index();
    if (!next) {
      return without_index_;
    }
    const source::Span span = scan_.From(begin);
    const TableValue* existing =
        index < list.items.size() && !list.items[index].is_null() && !list.items[index].is_unreadable()
            ? &list.items[index]
            : nullptr;
    if (existing != nullptr && existing->list == nullptr) {
      return Fail(span, kWrongKind, std::to_string(index), value::KindName(existing->kind()), "a list");
    }
    TableList* inner = existing != nullptr ? existing->list : context_.forest.NewList();
    const TableValue node = existing != nullptr
                                ? *existing
                                : context_.forest.MakeNode(inner, context_.forest.build().Sequence({}, span));
    const End end = ListItem(*inner, *next, names);
    if (end == End::kDone) {
      SetItem(list, index, node);
    }
    return end;
  }

  End MapItem(TableList& list, size_t index, int names, source::Span span) {
    const bool is_there = index < list.items.size() && list.items[index].table != nullptr;
    const TableValue node = is_there ? list.items[index]
                                     : context_.forest.MakeNode(context_.forest.NewTable(),
                                                                context_.forest.build().Mapping({}, span));
    if (!is_there && index < list.items.size()) {
      list.items[index] = node;
    }
    const End end = Key(*node.table, names);
    if (end == End::kDone) {
      SetItem(list, index, node);
    }
    return end;
  }

  const SetKind kind_;
  HelmContext& context_;
  SetFlagScanner scan_;
  End without_index_ = End::kFailed;
};

// `--set-json '{"a": …}'` of Helm 4: an object, which is merged as a file is.
bool ApplyObject(const SetFlag& flag, Table& values, HelmContext& context) {
  const source::SourceFile& file = AddText(flag, context);
  const std::string_view text = file.text();
  const size_t begin = text.find_first_not_of(kSpaces);
  std::string message;
  const std::optional<JsonText> json =
      ReadJson(text.substr(begin), file.base() + static_cast<uint32_t>(begin), context.forest, message);
  if (!json) {
    context.emit.Report(file.span(), kNoJsonObject, message).Emit();
    return false;
  }
  const size_t following = text.find_first_not_of(kSpaces, begin + json->size);
  if (following != std::string_view::npos) {
    context.emit.Report({file.base() + static_cast<uint32_t>(following), file.span().end}, kAfterJson).Emit();
    return false;
  }
  MergeValues(values, *json->node.table, context.forest);
  return true;
}

bool IsObject(const SetFlag& flag) {
  const size_t begin = flag.text.find_first_not_of(kSpaces);
  return flag.kind == SetKind::kJson && begin != std::string::npos && flag.text[begin] == '{';
}

}  // namespace

std::string_view FlagName(SetKind kind) {
  switch (kind) {
    case SetKind::kJson:
      return "--set-json";
    case SetKind::kSet:
      return "--set";
    case SetKind::kString:
      return "--set-string";
    case SetKind::kFile:
      return "--set-file";
    case SetKind::kLiteral:
      return "--set-literal";
  }
  return {};
}

bool ApplySet(const SetFlag& flag, Table& values, HelmContext& context) {
  if (context.version == Version::kHelm4 && IsObject(flag)) {
    return ApplyObject(flag, values, context);
  }
  return SetParser(flag, context).Run(values);
}

}  // namespace kval::helm
