#include "src/driver/releases/parameter_template.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "src/driver/releases/fields.h"
#include "src/helm/render/text_template.h"
#include "src/helm/values_text.h"
#include "src/source/span.h"
#include "src/support/ascii.h"
#include "src/support/native_stack.h"

namespace kval::driver {
namespace {

using gotemplate::Call;

using helm::render::RenderedFile;

using value::Kind;
using value::Value;

using helm::render::Piece;

using Text = std::string_view;

// The places of the text of a literal block in the file that contains it.
class BlockPlaces {
 public:
  BlockPlaces(const value::Value& block, const source::SourceFile& file);

  // Moves the pieces of a template, whose places are in `text`, the text of the block, to the file.
  void Move(const source::SourceFile& text, helm::render::RenderedFile& rendered) const;

 private:
  uint32_t PlaceOf(size_t offset) const;

  struct Line {
    size_t offset;   // in the text of the block
    uint32_t place;  // in the file
  };
  std::vector<Line> lines_;
};

size_t IndentOf(Text line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

BlockPlaces::BlockPlaces(const value::Value& block, const source::SourceFile& file) {
  const Text outer = file.text();
  const Text inner = block.raw;
  size_t at = outer.find('\n', block.span.begin - file.base());
  // The first line with text decides the indentation, unless the header of the block does.
  size_t indent = 0;
  for (size_t begin = 0, line = at; line != Text::npos && begin < inner.size();) {
    const Text written = outer.substr(line + 1, outer.find('\n', line + 1) - line - 1);
    const Text read = inner.substr(begin, inner.find('\n', begin) - begin);
    if (IndentOf(written) < written.size()) {
      indent = IndentOf(written) - std::min(IndentOf(written), IndentOf(read));
      break;
    }
    begin += read.size() + 1;
    line = outer.find('\n', line + 1);
  }
  for (size_t begin = 0; at != Text::npos && begin <= inner.size();) {
    const size_t end = std::min(outer.find('\n', at + 1), outer.size());
    lines_.push_back({begin, file.base() + static_cast<uint32_t>(std::min(at + 1 + indent, end))});
    begin = std::min(inner.find('\n', begin), inner.size()) + 1;
    at = end == outer.size() ? Text::npos : end;
  }
  if (lines_.empty()) {
    lines_.push_back({0, block.span.begin});
  }
}

uint32_t BlockPlaces::PlaceOf(size_t offset) const {
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                     [](size_t at, const Line& line) { return at < line.offset; });
  const Line& line = *std::prev(next);
  return line.place + static_cast<uint32_t>(offset - line.offset);
}

void BlockPlaces::Move(const source::SourceFile& text, helm::render::RenderedFile& rendered) const {
  std::vector<Piece> moved;
  uint32_t begin = 0;
  for (const Piece& piece : rendered.pieces) {
    const size_t from = piece.span.begin - text.base();
    const size_t size = piece.span.end - piece.span.begin;
    const Text printed = Text(rendered.text).substr(begin, piece.end - begin);
    const bool is_copy = text.text().substr(from, size) == printed;
    // Lines of copied text are separate pieces, because only single lines are contiguous in the file.
    for (size_t done = 0; is_copy && done < size;) {
      const size_t newline = printed.find('\n', done);
      const size_t end = newline == Text::npos ? size : newline + 1;
      const uint32_t place = PlaceOf(from + done);
      const source::Span span = {place, place + static_cast<uint32_t>(end - done)};
      moved.push_back({{begin + static_cast<uint32_t>(end), span, piece.origins}, span});
      done = end;
    }
    if (!is_copy) {
      const source::Span span = {PlaceOf(from), PlaceOf(from + size)};
      moved.push_back({{piece.end, span, piece.origins}, span});
    }
    begin = piece.end;
  }
  rendered.pieces = std::move(moved);
}

constexpr size_t kDefaultSlugSize = 50;

gotemplate::Value Normalize(Call& call) {
  return call.Text(NormalizedName(call[0].text()));
}

// `slugify [MAX_SIZE [IS_SMART]] NAME`.
gotemplate::Value Slugify(Call& call) {
  const size_t count = call.size();
  const gotemplate::Value* name = count == 0 ? nullptr : &call[count - 1];
  const bool is_known = name != nullptr && name->is(gotemplate::Kind::kString) && count <= 3 &&
                        (count < 2 || (call[0].is(gotemplate::Kind::kInt) && call[0].integer() >= 0)) &&
                        (count < 3 || call[1].is(gotemplate::Kind::kBool));
  if (!is_known) {
    return call.Fail("slugify expects an optional size, an optional bool and a name");
  }
  return call.Text(Slug(name->text(), count < 2 ? kDefaultSlugSize : static_cast<size_t>(call[0].integer()),
                        count < 3 || call[1].boolean()));
}

// A function of Helm that Argo CD does not have.
gotemplate::Value NotDefined(Call& call) {
  return call.Fail("Argo CD has no such function");
}

constexpr gotemplate::Function kFunctions[] = {
    {"normalize", "s:s", Normalize},       {"slugify", "a*:s", Slugify},
    {"include", "a*:a", NotDefined},       {"tpl", "a*:a", NotDefined},
    {"required", "a*:a", NotDefined},      {"lookup", "a*:a", NotDefined},
    {"toToml", "a*:a", NotDefined},        {"fromToml", "a*:a", NotDefined},
    {"fromJsonArray", "a*:a", NotDefined}, {"toYamlPretty", "a*:a", NotDefined},
    {"getHostByName", "a*:a", NotDefined},
};

// Argo CD looks for templates line by line.
bool IsTemplate(std::string_view text) {
  for (size_t begin = text.find("{{"); begin != std::string_view::npos; begin = text.find("{{", begin + 1)) {
    const size_t end = text.find("}}", begin + 2);
    if (end != std::string_view::npos && end < text.find('\n', begin)) {
      return true;
    }
  }
  return false;
}

bool IsAboutMissingKey(std::string_view error) {
  return error.find("map has no entry for key") != std::string_view::npos ||
         error.find("can't evaluate field") != std::string_view::npos;
}

}  // namespace

ParameterTemplate::ParameterTemplate(const Value& application_set, ReleaseContext& context)
    : context_(context),
      build_(context.helm.forest.build()),
      is_go_(IsTrueAt(&application_set, {"spec", "goTemplate"})),
      work_left_(context.helm.limits.helm_steps) {
  for (const Value* option : ItemsAt(&application_set, {"spec", "goTemplateOptions"})) {
    const std::string text = TextAt(option, {});
    missing_key_ = text == "missingkey=error"  ? gotemplate::MissingKey::kError
                   : text == "missingkey=zero" ? gotemplate::MissingKey::kZero
                                               : gotemplate::MissingKey::kDefault;
  }
}

void ParameterTemplate::SetParameters(const Parameters& parameters) {
  is_complete_ = parameters.is_complete;
  has_parameters_ = !parameters.map->entries().empty();
  if (is_go_) {
    data_ = helm::ValuesOf(*parameters.map, "parameters", helm::Author::kChart, context_.helm).table;
    return;
  }
  texts_.clear();
  for (const value::Entry& entry : parameters.map->entries()) {
    if (entry.value->kind == Kind::kString) {
      texts_[std::string(entry.key->raw)] = entry.value->raw;
    }
  }
}

std::optional<ParameterTemplate::Failure> ParameterTemplate::TakeFailure() {
  return std::exchange(failure_, std::nullopt);
}

std::optional<RenderedFile> ParameterTemplate::Replace(const source::SourceFile& source) {
  const std::string_view text = source.text();
  RenderedFile result;
  size_t at = 0;
  const auto add = [&](std::string_view piece, size_t begin, size_t end) {
    if (!piece.empty()) {
      result.text += piece;
      const source::Span span = {source.base() + static_cast<uint32_t>(begin),
                                 source.base() + static_cast<uint32_t>(end)};
      result.pieces.push_back({{static_cast<uint32_t>(result.text.size()), span, {}}, span});
    }
    at = end;
  };
  while (IsTemplate(text)) {
    const size_t begin = text.find("{{", at);
    if (begin == std::string_view::npos) {
      break;
    }
    add(text.substr(at, begin - at), at, begin);
    const size_t end = text.find("}}", begin + 2);
    if (end == std::string_view::npos) {
      error_ = "Cannot find end tag=\"}}\"";
      return std::nullopt;
    }
    const std::string_view name = Trimmed(text.substr(begin + 2, end - begin - 2), kWhitespace);
    const auto known = texts_.find(name);
    add(name.empty() || known == texts_.end() ? text.substr(begin, end + 2 - begin)
                                              : std::string_view(known->second),
        begin, end + 2);
  }
  add(text.substr(at), at, text.size());
  return result;
}

std::optional<RenderedFile> ParameterTemplate::FillText(const source::SourceFile& text, bool must_know) {
  error_.clear();
  if (!is_go_) {
    return Replace(text);
  }
  helm::render::TextTemplateOptions options;
  options.missing_key = must_know || !is_complete_ ? gotemplate::MissingKey::kError : missing_key_;
  options.functions = kFunctions;
  options.work_left = &work_left_;
  return data_ == nullptr ? std::nullopt
                          : helm::render::RenderText(text, *data_, options, context_.helm, error_);
}

const source::SourceFile* ParameterTemplate::FillBlock(const Value& string) {
  const source::SourceFile& text = context_.helm.sources.AddText("template", std::string(string.raw));
  std::optional<RenderedFile> filled = FillText(text, false);
  if (!filled) {
    return nullptr;
  }
  if (string.style == value::Style::kLiteral && context_.file.Contains(string.span.begin)) {
    BlockPlaces(string, context_.file).Move(text, *filled);
  } else {
    filled->pieces = {{static_cast<uint32_t>(filled->text.size()), string.span, {}}};
  }
  const source::SourceFile& result =
      context_.helm.sources.AddText("(template in " + context_.file.name() + ")", filled->text);
  context_.rendered.push_back({&result, *std::move(filled)});
  return &result;
}

const Value* ParameterTemplate::FillString(const Value& value) {
  error_.clear();
  if (!has_parameters_ || failure_ || value.raw.find("{{") == std::string_view::npos) {
    return &value;
  }
  const Value* filled = nullptr;
  if (value.style == value::Style::kLiteral) {
    const source::SourceFile* text = FillBlock(value);
    filled = text == nullptr ? nullptr : build_.String(text->text(), {text->base(), text->base() + 1});
  } else if (const auto text =
                 FillText(context_.helm.sources.AddText("template", std::string(value.raw)), false)) {
    filled = build_.String(text->text, value.span);
  }
  if (filled == nullptr && is_complete_) {
    failure_ = Failure{value.span, error_};
  }
  return filled == nullptr || filled->raw == value.raw ? &value : filled;
}

const Value* ParameterTemplate::Fill(const Value& value) {
  NeedStack();
  if (value.kind == Kind::kSequence) {
    std::vector<const Value*> items;
    for (const Value* item : value.items()) {
      items.push_back(Fill(*item));
    }
    return build_.WithItems(value, items);
  }
  if (value.kind == Kind::kMapping) {
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : value.entries()) {
      entries.push_back({FillString(*entry.key), Fill(*entry.value)});
    }
    return build_.WithEntries(value, entries);
  }
  return value.kind == Kind::kString ? FillString(value) : &value;
}

// The fields of one kind of generator.
const Value* ParameterTemplate::FillFields(const Value& body, bool has_values) {
  NeedStack();
  std::vector<value::Entry> entries;
  for (const value::Entry& entry : body.entries()) {
    const Value* filled = nullptr;
    if (entry.key->raw == "values" && has_values && entry.value->kind == Kind::kMapping) {
      std::vector<value::Entry> values;
      for (const value::Entry& one : entry.value->entries()) {
        const bool is_text = one.value->kind == Kind::kString;
        const auto text =
            is_text ? FillText(context_.helm.sources.AddText("template", std::string(one.value->raw)), true)
                    : std::nullopt;
        if (is_text && !text && is_complete_ && !failure_ && !IsAboutMissingKey(error_)) {
          failure_ = Failure{one.value->span, error_};
        }
        values.push_back({one.key, text ? build_.String(text->text, one.value->span) : one.value});
      }
      filled = build_.WithEntries(*entry.value, values);
    } else if (entry.key->raw == "generators" && !has_values) {
      std::vector<const Value*> generators;
      for (const Value* generator : entry.value->items()) {
        generators.push_back(FillGenerator(*generator));
      }
      filled = build_.WithItems(*entry.value, generators);
    }
    entries.push_back({entry.key, filled != nullptr ? filled : Fill(*entry.value)});
  }
  return build_.WithEntries(body, entries);
}

const Value* ParameterTemplate::FillGenerator(const Value& generator) {
  if (generator.kind != Kind::kMapping) {
    return &generator;
  }
  std::vector<value::Entry> entries;
  for (const value::Entry& entry : generator.entries()) {
    const std::string_view kind = entry.key->raw;
    const bool has_values = kind != "list" && kind != "matrix" && kind != "merge";
    entries.push_back({entry.key, entry.value->kind == Kind::kMapping ? FillFields(*entry.value, has_values)
                                                                      : entry.value});
  }
  return build_.WithEntries(generator, entries);
}

}  // namespace kval::driver
