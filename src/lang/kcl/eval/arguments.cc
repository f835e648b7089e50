#include "src/lang/kcl/eval/arguments.h"

#include <algorithm>

#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/runtime/size_estimate.h"

namespace kval::kcl::eval {

using runtime::Kind;

bool Arguments::Eval(std::span<const Argument> args, Frame* frame, runtime::Values& positional,
                     std::vector<NamedValue>& named) {
  for (const Argument& arg : args) {
    Value value = whole_.Eval(*arg.value, frame);
    if (context_.failed()) {
      return false;
    }
    switch (arg.kind) {
      case ArgumentKind::kPositional:
        positional.push_back(value);
        break;
      case ArgumentKind::kKeyword:
        named.push_back({context_.Text(arg.name.symbol), value});
        break;
      case ArgumentKind::kStar:
        Unpack(value, positional);
        break;
      case ArgumentKind::kStarStar:
        if (value.is_config()) {
          for (const Entry& entry : value.fields().entries) {
            named.push_back({entry.key, entry.value});
          }
        }
        break;
    }
  }
  return !context_.failed();
}

void Arguments::Bind(std::span<const Parameter> params, const CallArgs& args, Frame& frame) {
  BindTyped(params, args, frame, true);
}

void Arguments::BindInherited(std::span<const Parameter> params, const CallArgs& args, Frame& frame) {
  BindTyped(params, args, frame, false);
}

void Arguments::BindTyped(std::span<const Parameter> params, const CallArgs& args, Frame& frame,
                          bool is_typed) {
  // By name; of those of one name the last one counts.
  std::vector<const NamedValue*> by_name;
  for (const NamedValue& named : args.named) {
    by_name.push_back(&named);
  }
  const auto order = [](const NamedValue* one, const NamedValue* other) { return one->name < other->name; };
  std::stable_sort(by_name.begin(), by_name.end(), order);
  for (size_t i = 0; i < params.size() && !context_.failed(); ++i) {
    const Parameter& param = params[i];
    const bool has_type = is_typed && param.type != nullptr;
    const Type* type = has_type ? context_.program().TypeOf(*param.type) : nullptr;
    const Value* given = i < args.positional.size() ? &args.positional[i] : nullptr;
    if (!by_name.empty()) {
      const NamedValue expected{context_.Text(param.name.symbol), {}};
      const auto following = std::upper_bound(by_name.begin(), by_name.end(), &expected, order);
      if (following != by_name.begin() && (*std::prev(following))->name == expected.name) {
        given = &(*std::prev(following))->value;
      }
    }
    Value value = runtime::None(param.span);
    if (param.default_value != nullptr) {
      const source::Span place = context_.trace().place;
      const source::Span visited = context_.trace().visited;
      value = types_.Require(whole_.Eval(*param.default_value, &frame), type, false, param.span);
      if (!context_.failed()) {
        context_.trace().place = place;
        context_.trace().visited = visited;
      }
    }
    if (given != nullptr && !context_.failed()) {
      value = types_.RequireArgument(*given, type, param.span);
    }
    frame.slots[i] = value;
  }
}

void Arguments::Unpack(const Value& value, runtime::Values& out) {
  if (value.is_empty()) {
    return;
  }
  if (value.is(Kind::kList)) {
    out.insert(out.end(), value.items().begin(), value.items().end());
  } else if (value.is_config()) {
    for (const Entry& entry : value.fields().entries) {
      out.push_back(runtime::String(context_.heap(), entry.key, entry.key_span));
    }
  } else {
    context_.FailAt(context_.trace().place,
                    "only list, dict and schema object can be used with unpack operators * and **, got " +
                        ToBoundedString(whole_, value));
  }
}

}  // namespace kval::kcl::eval
