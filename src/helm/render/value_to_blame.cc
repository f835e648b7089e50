#include "src/helm/render/value_to_blame.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "src/support/native_stack.h"
#include "src/value/value.h"

namespace kval::helm::render {
namespace {

constexpr size_t kMostItems = 1000;  // of a list that are compared
constexpr size_t kMinContained = 2;  // shorter values occur in many strings by chance

// How well a value explains a text.
enum class Fit : uint8_t { kNone, kOnlyOne, kContained, kEqual };

struct Candidate {
  Fit fit = Fit::kNone;
  size_t size = 0;  // of its text
  BlamedValue value;
};

std::string_view WithoutQuotes(std::string_view text) {
  const bool is_quoted =
      text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

bool IsNumber(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string ScalarText(const value::Value& scalar) {
  const bool is_flag = scalar.kind == value::Kind::kInt && scalar.raw.empty();
  return is_flag ? std::to_string(scalar.integer) : std::string(scalar.raw);
}

struct Below {
  BlamedValue value;
  bool is_equal = false;  // a scalar, or a key, with the text
};

// The value below a map or list, and the place of its key if `text` is the key.
std::optional<Below> FindBelow(const TableValue& root, std::span<const diag::PathStep> steps,
                               std::string_view text) {
  const TableValue* at = &root;
  source::Span span = root.written->span;
  bool is_key = false;
  for (const diag::PathStep& step : steps) {
    if (step.index >= 0) {
      const bool has_item = at->list != nullptr && static_cast<size_t>(step.index) < at->list->items.size();
      at = has_item ? &at->list->items[static_cast<size_t>(step.index)] : nullptr;
      span = at == nullptr ? source::Span{} : at->written->span;
    } else {
      const TableEntry* entry = at->table == nullptr ? nullptr : at->table->FindEntry(step.key);
      at = entry == nullptr ? nullptr : &entry->node;
      is_key = entry != nullptr && text == step.key;
      span = entry == nullptr ? source::Span{} : is_key ? entry->key->span : at->written->span;
    }
    if (at == nullptr) {
      return std::nullopt;
    }
  }
  const bool is_string = is_key || at->written->kind == value::Kind::kString;
  return Below{{span, is_string}, is_key || (at->is_scalar() && ScalarText(*at->written) == text)};
}

// The item of a list that has the text at the end of the path. A template may print items before those of the
// list, so that their numbers differ.
std::optional<BlamedValue> FindInItems(const TableValue& list, const diag::Path& path,
                                       std::string_view text) {
  for (size_t begin = 0; begin < path.size(); ++begin) {
    const size_t count = path[begin].index < 0 || list.list == nullptr ? 0 : list.list->items.size();
    for (size_t i = 0; i < std::min(count, kMostItems); ++i) {
      const auto below = FindBelow(list.list->items[i], std::span(path).subspan(begin + 1), text);
      if (below && below->is_equal && below->value.span.has_value()) {
        return below->value;
      }
    }
  }
  return std::nullopt;
}

// The longest end of the path that exists in the collection.
Candidate FitOfCollection(const TableValue& value, const diag::Path& path, std::string_view text) {
  // A template may print the number of an item as well.
  const bool is_number = value.list != nullptr && IsNumber(text);
  std::optional<Candidate> found;
  for (size_t begin = 0; begin < path.size() && !found; ++begin) {
    const auto below = FindBelow(value, std::span(path).subspan(begin), text);
    if (below && below->value.span.has_value() && (below->is_equal || !is_number)) {
      found = Candidate{Fit::kEqual, path.size() - begin, below->value};
      if (below->is_equal) {
        return *found;
      }
    }
  }
  if (const auto item = FindInItems(value, path, text)) {
    return {Fit::kEqual, path.size(), *item};
  }
  return found.value_or(Candidate{});
}

Candidate FitOf(const TableValue& value, const diag::Path& path, std::string_view text, bool is_only_one) {
  if (!value.is_scalar()) {
    return FitOfCollection(value, path, text);
  }
  if (!value.written->span.has_value()) {
    return {};
  }
  const std::string own = ScalarText(*value.written);
  // A map or list that contains the value, such as one without a required key, is the template's.
  const bool is_collection =
      text.find('\n') != std::string_view::npos || text.find(": ") != std::string_view::npos;
  Fit fit = Fit::kNone;
  if (own == text) {
    fit = Fit::kEqual;
  } else if (!is_collection && own.size() >= kMinContained && text.find(own) != std::string_view::npos) {
    fit = Fit::kContained;
  } else if (!is_collection && is_only_one && !own.empty()) {
    fit = Fit::kOnlyOne;  // an empty value prints nothing: the text is a default of the template
  }
  return {fit, own.size(), {value.written->span, value.written->kind == value::Kind::kString}};
}

bool IsInside(const RenderedChart& chart, uint32_t source, uint32_t collection) {
  while (source != collection && source != ValueSource::kNoParent) {
    source = chart.sources()[source].parent;
  }
  return source == collection;
}

// The value below or behind a key of rendered text; nullopt if it is empty.
std::optional<RenderedPart> ValueOfKey(const RenderedPart& key) {
  const std::string_view text = key.file->text;
  if (!text.substr(key.end).starts_with(':')) {
    return std::nullopt;
  }
  const size_t line = text.substr(0, key.begin).rfind('\n') + 1;
  const size_t column = key.begin - line;
  size_t end = std::min(text.find('\n', key.end), text.size());
  while (end < text.size()) {
    const size_t first = std::min(text.find_first_not_of(' ', end + 1), text.size());
    const size_t indent = first - end - 1;
    const bool is_empty = first < text.size() && text[first] == '\n';
    const bool is_item = indent == column && text.substr(first).starts_with("- ");
    if (!is_empty && indent <= column && !is_item) {
      break;
    }
    end = std::min(text.find('\n', first), text.size());
  }
  const size_t begin = text.find_first_not_of(" \n", key.end + 1);
  return begin >= end ? std::nullopt
                      : std::optional(
                            RenderedPart{key.file, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
}

// The map or list `source` if it and the values in it alone printed the part.
std::optional<BlamedValue> WholeCollection(RenderedChart& chart, const RenderedPart& part, uint32_t source) {
  const value::Value& written = *chart.sources()[source].value.written;
  if (chart.sources()[source].value.is_scalar()) {
    return std::nullopt;
  }
  for (uint32_t at = part.begin; at < part.end;) {
    const Piece* piece = part.file->PieceAt(at);
    if (piece == nullptr || piece->end <= at) {
      return std::nullopt;
    }
    const uint32_t end = std::min(piece->end, part.end);
    const bool is_blank =
        std::string_view(part.file->text).substr(at, end - at).find_first_not_of(" \n\"'") ==
        std::string_view::npos;
    const auto found = chart.SourcesOf(piece->origins);
    const bool is_own = !found.empty() && std::all_of(found.begin(), found.end(), [&](uint32_t one) {
      return IsInside(chart, one, source);
    });
    if (!is_blank && !is_own) {
      return std::nullopt;
    }
    at = end;
  }
  return written.span.has_value() ? std::optional(BlamedValue{written.span}) : std::nullopt;
}

// The map that a scalar is in, if it has the first key of the text, and it and the values in it alone printed
// the part.
std::optional<BlamedValue> WholeMapOf(RenderedChart& chart, const RenderedPart& part, std::string_view text,
                                      uint32_t scalar) {
  const uint32_t parent = chart.sources()[scalar].parent;
  const Table* map = parent == ValueSource::kNoParent ? nullptr : chart.sources()[parent].value.table;
  const bool has_key = map != nullptr && map->Find(text.substr(0, text.find(':'))) != nullptr;
  return has_key ? WholeCollection(chart, part, parent) : std::nullopt;
}

// Whether a value is in the values.yaml of a chart.
bool IsDefault(const Chart& chart, source::Span place) {
  NeedStack();
  return (chart.values_file != nullptr && chart.values_file->Contains(place.begin)) ||
         std::any_of(chart.charts.begin(), chart.charts.end(),
                     [&](const Chart* sub) { return IsDefault(*sub, place); });
}

// The values of files and flags that a user passed.
std::vector<uint32_t> UserSources(const RenderedChart& rendered, const Chart& chart,
                                  std::span<const uint32_t> sources) {
  std::vector<uint32_t> users;
  std::copy_if(sources.begin(), sources.end(), std::back_inserter(users), [&](uint32_t source) {
    const source::Span place = rendered.sources()[source].value.written->span;
    return place.has_value() && !IsDefault(chart, place);
  });
  return users;
}

// Whether a value is a scalar that equals its default.
bool IsUnchanged(const TableValue& value) {
  return value.below != nullptr && value.is_scalar() && value.below->is_scalar() &&
         value.below->kind() == value.kind() &&
         ScalarText(*value.below->written) == ScalarText(*value.written);
}

// The same without those that equal their defaults, unless all do.
std::vector<uint32_t> ChangedSources(const RenderedChart& rendered, const Chart& chart,
                                     std::span<const uint32_t> sources) {
  const std::vector<uint32_t> users = UserSources(rendered, chart, sources);
  std::vector<uint32_t> changed;
  std::copy_if(users.begin(), users.end(), std::back_inserter(changed),
               [&](uint32_t source) { return !IsUnchanged(rendered.sources()[source].value); });
  return changed.empty() ? users : changed;
}

// Whether a map, list or scalar replaces a default that is another of these.
bool IsOfOtherKind(const TableValue& value) {
  const TableValue* below = value.below;
  return below != nullptr && !below->is_null() && below->kind() != value.kind() &&
         (!below->is_scalar() || !value.is_scalar());
}

}  // namespace

std::optional<BlamedValue> FindValueToBlame(RenderedChart& chart, const RenderedPart& part,
                                            const diag::Path& path) {
  std::set<uint32_t> sources;
  for (uint32_t at = part.begin; at < std::max(part.end, part.begin + 1);) {
    const Piece* piece = part.file->PieceAt(at);
    if (piece == nullptr) {
      break;
    }
    const auto found = chart.SourcesOf(piece->origins);
    sources.insert(found.begin(), found.end());
    if (piece->end <= at) {
      break;
    }
    at = piece->end;
  }
  const std::string_view text = WithoutQuotes(
      std::string_view(part.file->text).substr(part.begin, std::max(part.end, part.begin) - part.begin));
  Candidate best;
  for (const uint32_t source : sources) {
    const Candidate one = FitOf(chart.sources()[source].value, path, text, sources.size() == 1);
    if (one.fit != Fit::kNone && (one.fit > best.fit || (one.fit == best.fit && one.size > best.size))) {
      best = one;
    }
  }
  if (best.fit == Fit::kNone && !sources.empty()) {
    // Collections precede what is in them.
    std::optional<BlamedValue> whole = WholeCollection(chart, part, *sources.begin());
    whole = whole ? whole : WholeMapOf(chart, part, text, *sources.begin());
    if (whole) {
      whole->is_counted = IsNumber(text);
    }
    return whole;
  }
  return best.fit == Fit::kNone ? std::nullopt : std::optional(best.value);
}

std::optional<BlamedValue> FindCollectionToBlame(RenderedChart& chart, const RenderedPart& key) {
  const std::optional<RenderedPart> part = ValueOfKey(key);
  const Piece* piece = part ? key.file->PieceAt(part->begin) : nullptr;
  const auto sources = piece == nullptr ? std::span<const uint32_t>() : chart.SourcesOf(piece->origins);
  return sources.empty() ? std::nullopt : WholeCollection(chart, *part, sources[0]);
}

const TableValue* FindValueOfOtherKind(RenderedChart& chart, const RenderedFile& file, uint32_t offset) {
  const Piece* piece = file.PieceAt(offset);
  for (const uint32_t source :
       piece == nullptr ? std::span<const uint32_t>() : chart.SourcesOf(piece->origins)) {
    if (const TableValue& value = chart.sources()[source].value; IsOfOtherKind(value)) {
      return &value;
    }
  }
  return nullptr;
}

InvalidCause FindInvalidCause(RenderedChart& rendered, const Chart& chart, const RenderedFile& file,
                              uint32_t offset) {
  const auto value_of = [&](uint32_t source) -> const TableValue& {
    return rendered.sources()[source].value;
  };
  const size_t line = std::string_view(file.text).substr(0, offset).rfind('\n') + 1;
  const Piece* const at = file.PieceAt(offset);
  // An error behind a value on a line may be due to it.
  for (const Piece* piece = at; piece != nullptr; --piece) {
    const std::vector<uint32_t> users = UserSources(rendered, chart, rendered.SourcesOf(piece->origins));
    const auto other = std::find_if(users.begin(), users.end(),
                                    [&](uint32_t source) { return IsOfOtherKind(value_of(source)); });
    if (other != users.end()) {
      const TableValue& value = value_of(*other);
      return {value.written->span, &value, PathOf(rendered.sources(), *other)};
    }
    if (piece == file.pieces.data() || (piece - 1)->end <= line) {
      break;
    }
  }
  const auto sources = at == nullptr ? std::span<const uint32_t>() : rendered.SourcesOf(at->origins);
  const TableValue* only = sources.size() == 1 ? &value_of(sources[0]) : nullptr;
  if (only != nullptr && only->is_scalar() && only->written->raw.find('\n') == std::string_view::npos) {
    return {only->written->span};
  }
  // Collections precede what is in them.
  const std::vector<uint32_t> users = UserSources(rendered, chart, sources);
  const bool is_collection = !users.empty() && !value_of(users[0]).is_scalar();
  return {{}, nullptr, {}, is_collection ? value_of(users[0]).written->span : source::Span()};
}

const TableValue* FindRejectedValue(RenderedChart& rendered, const Chart& chart,
                                    const gotemplate::ExecutionError& error, std::string_view failure) {
  const std::span<const uint32_t> sources = rendered.SourcesOf(error.origins);
  if (failure.empty()) {
    const TableValue* value = sources.size() == 1 ? &rendered.sources()[sources[0]].value : nullptr;
    if (value != nullptr) {
      return value->written->span.has_value() ? value : nullptr;
    }
    const std::vector<uint32_t> users = ChangedSources(rendered, chart, sources);
    return users.size() == 1 ? &rendered.sources()[users[0]].value : nullptr;
  }
  const TableValue* longest = nullptr;
  for (const uint32_t source : ChangedSources(rendered, chart, sources)) {
    const TableValue* value = &rendered.sources()[source].value;
    const std::string_view text = value->written->raw;
    if (value->is_scalar() && !text.empty() && failure.find(text) != std::string_view::npos &&
        (longest == nullptr || text.size() > longest->written->raw.size())) {
      longest = value;
    }
  }
  const std::vector<uint32_t> tested = ChangedSources(rendered, chart, rendered.SourcesOf(error.condition));
  return longest != nullptr || tested.size() != 1 ? longest : &rendered.sources()[tested[0]].value;
}

}  // namespace kval::helm::render
