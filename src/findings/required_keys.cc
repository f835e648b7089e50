#include "src/findings/required_keys.h"

#include <algorithm>
#include <string_view>

namespace kval::findings {
namespace {

// All keys that a type requires: by its record and by its rules.
std::vector<std::string_view> AllRequiredKeys(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  std::vector<std::string_view> keys;
  if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    for (const types::Field& field : record->fields) {
      if (field.presence == types::FieldPresence::kRequired) {
        keys.push_back(field.key->raw);
      }
    }
  }
  for (const types::RuleId rule : type.rules) {
    const auto* assertion = std::get_if<types::Assertion>(&model.Get(rule).test);
    const auto* required = assertion == nullptr ? nullptr : std::get_if<types::RequiredKeys>(assertion);
    if (required != nullptr) {
      keys.insert(keys.end(), required->keys.begin(), required->keys.end());
    }
  }
  return keys;
}

}  // namespace

const std::vector<std::string>* OnlyRequiredKeys(const types::Model& model, types::TypeId type) {
  const types::Type& suggested = model.Resolve(type);
  if (!std::holds_alternative<types::Any>(suggested.shape) || suggested.rules.size() != 1) {
    return nullptr;
  }
  const types::Rule& rule = model.Get(suggested.rules.front());
  const auto* assertion = std::get_if<types::Assertion>(&rule.test);
  const auto* required = assertion == nullptr ? nullptr : std::get_if<types::RequiredKeys>(assertion);
  return required == nullptr || required->keys.empty() ? nullptr : &required->keys;
}

std::string RequiredKeysText(const types::Model& model, const std::vector<types::TypeId>& types,
                             std::string_view with, std::string_view between) {
  const bool is_simple = std::all_of(types.begin(), types.end(), [&](types::TypeId type) {
    const std::vector<std::string>* keys = OnlyRequiredKeys(model, type);
    return keys != nullptr && keys->size() == 1;
  });
  std::string text;
  for (size_t i = 0; i < types.size(); ++i) {
    const std::vector<std::string>* keys = OnlyRequiredKeys(model, types[i]);
    if (keys == nullptr) {
      return {};
    }
    const bool is_last = i + 1 == types.size();
    if (i > 0) {
      text += is_last ? std::string(is_simple ? " " : ", ") + std::string(between) + " " : ", ";
    }
    for (size_t k = 0; k < keys->size(); ++k) {
      text += (k == 0 ? "`" : " " + std::string(with) + " `") + (*keys)[k] + "`";
    }
  }
  return text;
}

std::string ExclusiveKeysText(const types::Model& model, const std::vector<types::TypeId>& types) {
  std::vector<std::vector<std::string_view>> required;
  for (const types::TypeId type : types) {
    required.push_back(AllRequiredKeys(model, type));
  }
  std::string text;
  for (size_t i = 0; i < required.size(); ++i) {
    const auto own = std::find_if(required[i].begin(), required[i].end(), [&](std::string_view key) {
      return std::count_if(required.begin(), required.end(), [key](const auto& keys) {
               return std::find(keys.begin(), keys.end(), key) != keys.end();
             }) == 1;
    });
    if (own == required[i].end()) {
      return {};
    }
    const bool is_last = i + 1 == required.size();
    text += i == 0 ? "" : is_last ? " and " : ", ";
    text.append("`").append(*own).append("`");
  }
  return text;
}

}  // namespace kval::findings
