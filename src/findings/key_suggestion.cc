#include "src/findings/key_suggestion.h"

#include <algorithm>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/support/confusables.h"
#include "src/support/edit_distance.h"

namespace kval::findings {
namespace {

// The field of that very name, or null.
const types::Field* FieldNamed(const types::Model& model, const types::Record& record,
                               std::string_view name) {
  const Symbol symbol = model.interner().Find(name);
  const types::Field* field = symbol.has_value() ? record.Find(symbol) : nullptr;
  return field != nullptr && field->key->kind == value::Kind::kString ? field : nullptr;
}

const types::Field* NearestFieldNamed(const types::Model& model, const types::Record& record,
                                      std::string_view name) {
  std::vector<std::string_view> names;
  for (const types::Field& field : record.fields) {
    if (field.key->kind == value::Kind::kString) {
      names.push_back(field.key->raw);
    }
  }
  const std::string_view nearest = Nearest(name, names);
  return nearest.empty() ? nullptr : FieldNamed(model, record, nearest);
}

KeySuggestion Found(KeySuggestion::NestingLevel level, const types::Field& field, diag::Path path) {
  path.push_back(check::StepOf(*field.key));
  return {level, &field, check::KeyName(*field.key), diag::Display(path), false, {}};
}

value::Value ReadWithoutQuotes(std::string_view text, value::Dialect dialect) {
  const value::Resolved resolved = value::Resolve(dialect, text);
  value::Value plain;
  plain.kind = resolved.kind;
  plain.is_unsigned = resolved.is_unsigned;
  if (resolved.kind == value::Kind::kBool) {
    plain.boolean = resolved.boolean;
  } else if (resolved.kind == value::Kind::kInt) {
    plain.integer = resolved.integer;
  } else if (resolved.kind == value::Kind::kFloat) {
    plain.real = resolved.real;
  }
  return plain;
}

// Finds a key in the maps of the record; empty if several have it, because the intention is unclear.
KeySuggestion FindBelow(const types::Model& model, const types::Record& record, std::string_view name,
                        const diag::Path& path) {
  KeySuggestion suggested;
  for (const types::Field& field : record.fields) {
    const types::Record* inner = check::OnlyRecord(model, field.type);
    const types::Field* same = inner == nullptr ? nullptr : FieldNamed(model, *inner, name);
    if (same == nullptr) {
      continue;
    }
    if (suggested.field != nullptr) {
      return {};
    }
    diag::Path below = path;
    below.push_back(check::StepOf(*field.key));
    suggested = Found(KeySuggestion::NestingLevel::kBelow, *same, std::move(below));
    suggested.is_next = field.key->kind == value::Kind::kString;
    suggested.holder = field.key->raw;
  }
  return suggested;
}

// A key of one of the maps around, the nearest first. Lists between them take a step of the path as well.
KeySuggestion FindAbove(const types::Model& model, const std::vector<const types::Record*>& records,
                        std::string_view name, const diag::Path& path) {
  diag::Path above = path;
  for (size_t i = records.size() - 1; i-- > 0 && !above.empty();) {
    while (!above.empty() && above.back().index >= 0) {
      above.pop_back();
    }
    if (!above.empty()) {
      above.pop_back();
    }
    if (const types::Field* same = FieldNamed(model, *records[i], name)) {
      const bool is_next = above.size() + 1 == path.size() && path.back().index < 0;
      const std::string sibling = path[above.size()].key;
      KeySuggestion suggested = Found(KeySuggestion::NestingLevel::kAbove, *same, std::move(above));
      suggested.is_next = is_next;
      suggested.holder = sibling;
      return suggested;
    }
  }
  return {};
}

// The field that `db.host` would be if dots led into maps.
KeySuggestion FindDotted(const types::Model& model, const types::Record& record, std::string_view name) {
  const types::Record* at = &record;
  size_t begin = 0;
  for (size_t dot = name.find('.'); at != nullptr && dot != std::string_view::npos;
       dot = name.find('.', begin)) {
    const types::Field* field = FieldNamed(model, *at, name.substr(begin, dot - begin));
    at = field == nullptr ? nullptr : check::OnlyRecord(model, field->type);
    begin = dot + 1;
  }
  const types::Field* field =
      at == nullptr || begin == 0 ? nullptr : FieldNamed(model, *at, name.substr(begin));
  KeySuggestion suggested;
  if (field != nullptr) {
    suggested.level = KeySuggestion::NestingLevel::kBelow;
    suggested.field = field;
    suggested.name = check::KeyName(*field->key);
    suggested.holder = std::string(name.substr(0, begin - 1));
    suggested.is_dotted = true;
  }
  return suggested;
}

}  // namespace

std::vector<const types::Record*> EnclosingRecords(const types::Model& model,
                                                   std::optional<types::TypeId> root,
                                                   const types::Record& record, const diag::Path& path) {
  std::vector<const types::Record*> records;
  std::optional<types::TypeId> type = root;
  for (const diag::PathStep& step : path) {
    const types::Record* outer = type ? check::OnlyRecord(model, *type) : nullptr;
    const types::List* list = type ? check::OnlyList(model, *type) : nullptr;
    const types::Field* field = outer == nullptr ? nullptr : FieldNamed(model, *outer, step.key);
    if (outer != nullptr) {
      records.push_back(outer);
    }
    type = step.index >= 0 && list != nullptr ? std::optional(list->item)
           : field != nullptr                 ? std::optional(field->type)
                                              : std::nullopt;
  }
  if (!type || check::OnlyRecord(model, *type) != &record) {
    records.clear();
  }
  records.push_back(&record);
  return records;
}

KeySuggestion SuggestKey(const types::Model& model, std::optional<types::TypeId> root,
                         const types::Record& record, std::string_view name, const diag::Path& path) {
  const std::vector<const types::Record*> records = EnclosingRecords(model, root, record, path);
  KeySuggestion suggested = FindBelow(model, record, name, path);
  if (suggested.field == nullptr) {
    suggested = FindAbove(model, records, name, path);
  }
  if (suggested.field == nullptr) {
    suggested = FindDotted(model, record, name);
  }
  // The same name on another level is a better guess than a similar one here.
  const types::Field* here = NearestFieldNamed(model, record, name);
  if (here != nullptr && (suggested.field == nullptr || EditDistance(name, here->key->raw, 2) < 2)) {
    return {KeySuggestion::NestingLevel::kHere, here, check::KeyName(*here->key), {}, false, {}};
  }
  return suggested;
}

KeySuggestion SuggestUnquotedKey(const types::Record& record, const value::Value& key,
                                 value::Dialect dialect) {
  const auto is_scalar = [](const types::Field& field) {
    return field.key->kind != value::Kind::kString && !field.key->is_collection();
  };
  if (key.kind != value::Kind::kString || std::ranges::none_of(record.fields, is_scalar)) {
    return {};
  }
  const value::Value plain = ReadWithoutQuotes(key.raw, dialect);
  for (const types::Field& field : record.fields) {
    if (is_scalar(field) && field.key->kind == plain.kind && value::Equal(*field.key, plain)) {
      return {KeySuggestion::NestingLevel::kHere, &field, check::KeyName(*field.key), {}, false, {}, true};
    }
  }
  return {};
}

std::string UnquotedNote(const value::Value& key) {
  const std::string name = check::KeyName(key);
  if (key.kind == value::Kind::kString || key.is_collection()) {
    return {};
  }
  const std::string_view kind = value::KindName(key.kind);
  const std::string_view article = key.kind == value::Kind::kNull                ? ""
                                   : std::string_view("aeiou").find(kind[0]) < 5 ? "an "
                                                                                 : "a ";
  return "`" + name + "` without quotes is read as " + std::string(article) + std::string(kind);
}

std::string HintFor(const KeySuggestion& suggested, std::string_view name) {
  if (suggested.is_unquoted) {
    return "write `\"" + std::string(name) +
           "\"` in the schema if the key is a string, or leave out the quotes here";
  }
  if (suggested.is_dotted) {
    return "a dot does not lead into a map: write `" + suggested.name + ":` below `" + suggested.holder +
           ":`";
  }
  switch (suggested.level) {
    case KeySuggestion::NestingLevel::kNone:
      return {};
    case KeySuggestion::NestingLevel::kHere:
      return suggested.name == name
                 ? "quote the key: the schema declares the string `\"" + suggested.name + "\"`"
                 : "did you mean `" + suggested.name + "`?" + DescribeConfusableIn(name, suggested.name);
    case KeySuggestion::NestingLevel::kBelow:
      return "move it one level down: the schema declares `" + suggested.path + "`";
    case KeySuggestion::NestingLevel::kAbove:
      if (suggested.path == name) {
        return "`" + suggested.path + "` belongs at the top level, not here";
      }
      return "did you mean `" + suggested.path + "`? It is declared further up";
  }
  return {};
}

}  // namespace kval::findings
