#include "src/check/required_keys.h"

#include <algorithm>

namespace kval::check {

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

}  // namespace kval::check
