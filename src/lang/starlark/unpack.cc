#include "src/lang/starlark/unpack.h"

#include <string>

#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/numbers.h"
#include "src/lang/starlark/ops.h"

namespace kval::starlark {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

// Returns the expected type of the parameter, or an empty string.
std::string Store(const ParamSlot& slot, Value value) {
  const std::string got = "got " + std::string(TypeName(value)) + ", want ";
  const auto object = [&](auto** target, std::string_view type) {
    using T = std::remove_pointer_t<std::remove_pointer_t<decltype(target)>>;
    T* found = value.As<T>();
    if (!found) {
      return got + std::string(type);
    }
    *target = found;
    return std::string();
  };
  return std::visit(Overloaded{[&](Value* target) {
                                 *target = value;
                                 return std::string();
                               },
                               [&](bool* target) {
                                 if (!value.is_bool()) {
                                   return got + "bool";
                                 }
                                 *target = value.boolean();
                                 return std::string();
                               },
                               [&](int64_t* target) {
                                 if (!value.is_int()) {
                                   return got + "int";
                                 }
                                 if (value.kind() == Kind::kBigInt) {
                                   return IntText(value) + " out of range";
                                 }
                                 *target = value.integer();
                                 return std::string();
                               },
                               [&](double* target) {
                                 if (!value.is_number()) {
                                   return got + "float or int";
                                 }
                                 *target = value.is_float() ? value.real() : IntToDouble(value);
                                 return std::string();
                               },
                               [&](std::string_view* target) {
                                 if (!value.is_string()) {
                                   return got + "string";
                                 }
                                 *target = value.text();
                                 return std::string();
                               },
                               [&](List** target) { return object(target, "list"); },
                               [&](Dict** target) { return object(target, "dict"); },
                               [&](Tuple** target) { return object(target, "tuple"); },
                               [&](CallableTarget target) {
                                 if (!IsCallable(value)) {
                                   return got + "callable";
                                 }
                                 *target.value = value;
                                 return std::string();
                               },
                               [&](IterableTarget target) {
                                 if (!IsIterable(value)) {
                                   return got + "iterable";
                                 }
                                 *target.value = value;
                                 return std::string();
                               }},
                    slot.target);
}

struct ParamName {
  std::string_view name;
  bool optional = false;
  bool skips_none = false;
};

ParamName NameOf(const ParamSlot& slot) {
  ParamName result{slot.name};
  if (result.name.ends_with("??")) {
    result = {result.name.substr(0, result.name.size() - 2), true, true};
  } else if (result.name.ends_with("?")) {
    result = {result.name.substr(0, result.name.size() - 1), true, false};
  }
  return result;
}

EvalFailure Error(const Call& call, const std::string& text) {
  return EvalFailure(std::string(call.name) + ": " + text);
}

source::Span SpanOf(const Args& args, size_t index) {
  return index < args.spans.size() ? args.spans[index] : source::Span{};
}

EvalFailure BadParam(const Call& call, std::string_view name, const std::string& problem, source::Span at) {
  return EvalFailure(std::string(call.name) + ": for parameter " + std::string(name) + ": " + problem).At(at);
}

Status TakeKeyword(const Call& call, const KeywordArg& keyword, std::span<const ParamSlot> params,
                   std::vector<bool>& given) {
  for (size_t i = 0; i < params.size(); ++i) {
    const ParamName param = NameOf(params[i]);
    if (param.name != keyword.name) {
      continue;
    }
    if (given[i]) {
      return Error(call, "got multiple values for keyword argument " + std::string(keyword.name));
    }
    given[i] = true;
    if (param.skips_none && keyword.value.is_none()) {
      return Success{};
    }
    if (const std::string problem = Store(params[i], keyword.value); !problem.empty()) {
      return BadParam(call, param.name, problem, keyword.span);
    }
    return Success{};
  }
  std::vector<std::string_view> names;
  for (const ParamSlot& param : params) {
    names.push_back(NameOf(param).name);
  }
  return Error(call, "unexpected keyword argument " + std::string(keyword.name) +
                         SuggestionText(keyword.name, std::move(names), ""))
      .At(keyword.name_span.has_value() ? keyword.name_span : keyword.span);
}

}  // namespace

Status UnpackArgs(const Call& call, std::initializer_list<ParamSlot> params) {
  const std::span<const ParamSlot> slots(params.begin(), params.size());
  const size_t count = call.args.positional.size();
  if (count > slots.size()) {
    return Error(call,
                 "got " + std::to_string(count) + " arguments, want at most " + std::to_string(slots.size()));
  }
  std::vector<bool> given(slots.size());
  for (size_t i = 0; i < count; ++i) {
    const ParamName param = NameOf(slots[i]);
    given[i] = true;
    if (param.skips_none && call.args.positional[i].is_none()) {
      continue;
    }
    if (const std::string problem = Store(slots[i], call.args.positional[i]); !problem.empty()) {
      return BadParam(call, param.name, problem, SpanOf(call.args, i));
    }
  }
  for (const KeywordArg& keyword : call.args.keywords) {
    if (Status taken = TakeKeyword(call, keyword, slots, given); !taken) {
      return taken;
    }
  }
  for (size_t i = 0; i < slots.size(); ++i) {
    const ParamName param = NameOf(slots[i]);
    if (param.optional) {
      break;
    }
    if (!given[i]) {
      return Error(call, "missing argument for " + std::string(param.name));
    }
  }
  return Success{};
}

Status UnpackPositional(const Call& call, size_t required, std::initializer_list<ParamSlot> params) {
  if (!call.args.keywords.empty()) {
    return Error(call, "unexpected keyword arguments").At(call.args.keywords[0].span);
  }
  const std::span<const ParamSlot> slots(params.begin(), params.size());
  const size_t count = call.args.positional.size();
  if (count < required || count > slots.size()) {
    const std::string bound = required == slots.size() ? "" : count < required ? "at least " : "at most ";
    return Error(call, "got " + std::to_string(count) + " arguments, want " + bound +
                           std::to_string(count < required ? required : slots.size()));
  }
  for (size_t i = 0; i < count; ++i) {
    if (const std::string problem = Store(slots[i], call.args.positional[i]); !problem.empty()) {
      return BadParam(call, std::to_string(i + 1), problem, SpanOf(call.args, i));
    }
  }
  return Success{};
}

}  // namespace kval::starlark
