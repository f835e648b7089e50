#include "src/check/key_meant.h"

#include <algorithm>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/support/edit_distance.h"
#include "src/support/look_alike.h"

namespace kval::check {
namespace {

// The field of that very name, or null.
const types::Field* FieldNamed(const types::Model& model, const types::Record& record,
                               std::string_view name) {
  const Symbol symbol = model.interner().Find(name);
  const types::Field* field = symbol.has_value() ? record.Find(symbol) : nullptr;
  return field != nullptr && field->key->kind == value::Kind::kString ? field : nullptr;
}

const types::Field* NearestField(const types::Model& model, const types::Record& record,
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

KeyMeant Found(KeyMeant::Level level, const types::Field& field, diag::Path path) {
  path.push_back(StepOf(*field.key));
  return {level, &field, KeyName(*field.key), diag::Display(path), false, {}};
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
KeyMeant FindBelow(const types::Model& model, const types::Record& record, std::string_view name,
                   const diag::Path& path) {
  KeyMeant meant;
  for (const types::Field& field : record.fields) {
    const types::Record* inner = OnlyRecord(model, field.type);
    const types::Field* same = inner == nullptr ? nullptr : FieldNamed(model, *inner, name);
    if (same == nullptr) {
      continue;
    }
    if (meant.field != nullptr) {
      return {};
    }
    diag::Path below = path;
    below.push_back(StepOf(*field.key));
    meant = Found(KeyMeant::Level::kBelow, *same, std::move(below));
    meant.is_next = field.key->kind == value::Kind::kString;
    meant.holder = field.key->raw;
  }
  return meant;
}

// A key of one of the maps around, the nearest first. Lists between them take a step of the path as well.
KeyMeant FindAbove(const types::Model& model, const std::vector<const types::Record*>& records,
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
      KeyMeant meant = Found(KeyMeant::Level::kAbove, *same, std::move(above));
      meant.is_next = is_next;
      meant.holder = sibling;
      return meant;
    }
  }
  return {};
}

// The field that `db.host` would be if dots led into maps.
KeyMeant FindDotted(const types::Model& model, const types::Record& record, std::string_view name) {
  const types::Record* at = &record;
  size_t begin = 0;
  for (size_t dot = name.find('.'); at != nullptr && dot != std::string_view::npos;
       dot = name.find('.', begin)) {
    const types::Field* field = FieldNamed(model, *at, name.substr(begin, dot - begin));
    at = field == nullptr ? nullptr : OnlyRecord(model, field->type);
    begin = dot + 1;
  }
  const types::Field* field =
      at == nullptr || begin == 0 ? nullptr : FieldNamed(model, *at, name.substr(begin));
  KeyMeant meant;
  if (field != nullptr) {
    meant.level = KeyMeant::Level::kBelow;
    meant.field = field;
    meant.name = KeyName(*field->key);
    meant.holder = std::string(name.substr(0, begin - 1));
    meant.is_dotted = true;
  }
  return meant;
}

}  // namespace

std::vector<const types::Record*> RecordsAround(const types::Model& model, std::optional<types::TypeId> root,
                                                const types::Record& record, const diag::Path& path) {
  std::vector<const types::Record*> records;
  std::optional<types::TypeId> type = root;
  for (const diag::PathStep& step : path) {
    const types::Record* outer = type ? OnlyRecord(model, *type) : nullptr;
    const types::List* list = type ? OnlyList(model, *type) : nullptr;
    const types::Field* field = outer == nullptr ? nullptr : FieldNamed(model, *outer, step.key);
    if (outer != nullptr) {
      records.push_back(outer);
    }
    type = step.index >= 0 && list != nullptr ? std::optional(list->item)
           : field != nullptr                 ? std::optional(field->type)
                                              : std::nullopt;
  }
  if (!type || OnlyRecord(model, *type) != &record) {
    records.clear();
  }
  records.push_back(&record);
  return records;
}

KeyMeant FindMeant(const types::Model& model, std::optional<types::TypeId> root, const types::Record& record,
                   std::string_view name, const diag::Path& path) {
  const std::vector<const types::Record*> records = RecordsAround(model, root, record, path);
  KeyMeant meant = FindBelow(model, record, name, path);
  if (meant.field == nullptr) {
    meant = FindAbove(model, records, name, path);
  }
  if (meant.field == nullptr) {
    meant = FindDotted(model, record, name);
  }
  // The same name on another level is a better guess than a similar one here.
  const types::Field* here = NearestField(model, record, name);
  if (here != nullptr && (meant.field == nullptr || EditDistance(name, here->key->raw, 2) < 2)) {
    return {KeyMeant::Level::kHere, here, KeyName(*here->key), {}, false, {}};
  }
  return meant;
}

KeyMeant FindUnquoted(const types::Record& record, const value::Value& key, value::Dialect dialect) {
  const auto is_scalar = [](const types::Field& field) {
    return field.key->kind != value::Kind::kString && !field.key->is_collection();
  };
  if (key.kind != value::Kind::kString || std::ranges::none_of(record.fields, is_scalar)) {
    return {};
  }
  const value::Value plain = ReadWithoutQuotes(key.raw, dialect);
  for (const types::Field& field : record.fields) {
    if (is_scalar(field) && field.key->kind == plain.kind && value::Equal(*field.key, plain)) {
      return {KeyMeant::Level::kHere, &field, KeyName(*field.key), {}, false, {}, true};
    }
  }
  return {};
}

std::string UnquotedNote(const value::Value& key) {
  const std::string name = KeyName(key);
  if (key.kind == value::Kind::kString || key.is_collection()) {
    return {};
  }
  const std::string_view kind = value::KindName(key.kind);
  const std::string_view article = key.kind == value::Kind::kNull                ? ""
                                   : std::string_view("aeiou").find(kind[0]) < 5 ? "an "
                                                                                 : "a ";
  return "`" + name + "` without quotes is read as " + std::string(article) + std::string(kind);
}

std::string HintFor(const KeyMeant& meant, std::string_view name) {
  if (meant.is_unquoted) {
    return "write `\"" + std::string(name) +
           "\"` in the schema if the key is a string, or leave out the quotes here";
  }
  if (meant.is_dotted) {
    return "a dot does not lead into a map: write `" + meant.name + ":` below `" + meant.holder + ":`";
  }
  switch (meant.level) {
    case KeyMeant::Level::kNone:
      return {};
    case KeyMeant::Level::kHere:
      return meant.name == name ? "quote the key: the schema declares the string `\"" + meant.name + "\"`"
                                : "did you mean `" + meant.name + "`?" + NamedLookAlike(name, meant.name);
    case KeyMeant::Level::kBelow:
      return "move it one level down: the schema declares `" + meant.path + "`";
    case KeyMeant::Level::kAbove:
      if (meant.path == name) {
        return "`" + meant.path + "` belongs at the top level, not here";
      }
      return "did you mean `" + meant.path + "`? It is declared further up";
  }
  return {};
}

}  // namespace kval::check
