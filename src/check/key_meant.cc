#include "src/check/key_meant.h"

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

// A key of one of the maps that the record holds. Nothing when several have it: which was meant is a guess.
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
      KeyMeant meant = Found(KeyMeant::Level::kAbove, *same, std::move(above));
      meant.is_next = is_next;
      return meant;
    }
  }
  return {};
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
  // The same name on another level is a better guess than a similar one here.
  const types::Field* here = NearestField(model, record, name);
  if (here != nullptr && (meant.field == nullptr || EditDistance(name, here->key->raw, 2) < 2)) {
    return {KeyMeant::Level::kHere, here, KeyName(*here->key), {}, false, {}};
  }
  return meant;
}

std::string HintFor(const KeyMeant& meant, std::string_view name) {
  switch (meant.level) {
    case KeyMeant::Level::kNone:
      return {};
    case KeyMeant::Level::kHere:
      return meant.name == name ? "quote the key: the schema declares the string `\"" + meant.name + "\"`"
                                : "did you mean `" + meant.name + "`?" + NamedLookAlike(name, meant.name);
    case KeyMeant::Level::kBelow:
      return "did you mean `" + meant.path + "`? It is declared one level below";
    case KeyMeant::Level::kAbove:
      if (meant.path == name) {
        return "`" + meant.path + "` belongs at the top level, not here";
      }
      return "did you mean `" + meant.path + "`? It is declared further up";
  }
  return {};
}

}  // namespace kval::check
