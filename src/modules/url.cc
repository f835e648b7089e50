#include <algorithm>
#include <map>
#include <memory>

#include "src/modules/builders.h"
#include "src/modules/encode.h"
#include "src/modules/host_struct.h"
#include "src/modules/native.h"
#include "src/modules/percent_encoding.h"
#include "src/modules/url_reference.h"

// Source: ytt pkg/yttlibrary/url.go on Go's net/url.
namespace kval::modules {
namespace {

Outcome<Value> RunEncode(const Call& call, std::string_view text, UrlPart part) {
  return NewText(call, PercentEncode(text, part));
}

Outcome<Value> RunDecode(const Call& call, std::string_view text, UrlPart part) {
  return NewText(call, PercentDecode(text, part));
}

// The values of each name, sorted by name.
using Params = std::map<std::string, std::vector<std::string>, std::less<>>;

Outcome<Params> ParamsOf(const value::Value& document) {
  if (document.kind != value::Kind::kMapping) {
    return EvalFailure("expected argument to be a map, but was " + std::string(KindName(document.kind)));
  }
  Params params;
  for (const value::Entry& entry : document.entries()) {
    if (entry.key->kind != value::Kind::kString) {
      return EvalFailure("expected map key to be string, but was " + std::string(KindName(entry.key->kind)));
    }
    if (entry.value->kind != value::Kind::kSequence) {
      return EvalFailure("expected map value to be array, but was " +
                         std::string(KindName(entry.value->kind)));
    }
    std::vector<std::string>& values = params[std::string(entry.key->raw)];
    for (const value::Value* item : entry.value->items()) {
      if (item->kind != value::Kind::kString) {
        return EvalFailure("expected array value to be string, but was " + std::string(KindName(item->kind)));
      }
      values.emplace_back(item->raw);
    }
  }
  return params;
}

Outcome<Value> RunParamsEncode(const Call& call) {
  if (Status exact = ExpectExactly(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  Arena arena;
  value::Builder builder(&arena);
  Outcome<const value::Value*> document =
      ToDocument(call.interpreter, builder, call.args.positional[0], call.at);
  if (!document.ok()) {
    return document.Pass();
  }
  Outcome<Params> params = ParamsOf(**document);
  if (!params.ok()) {
    return params.Pass();
  }
  std::string out;
  for (const auto& [name, values] : *params) {
    for (const std::string& value : values) {
      out += out.empty() ? "" : "&";
      out += PercentEncode(name, UrlPart::kQueryComponent) + "=" +
             PercentEncode(value, UrlPart::kQueryComponent);
    }
  }
  return NewText(call, std::move(out));
}

// Semicolons part settings as ampersands do, which ytt kept when Go gave it up.
Outcome<Params> ReadParams(std::string_view query) {
  Params params;
  while (!query.empty()) {
    const size_t end = std::min(query.find_first_of("&;"), query.size());
    const std::string_view setting = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (setting.empty()) {
      continue;
    }
    const size_t equals = std::min(setting.find('='), setting.size());
    Outcome<std::string> name = PercentDecode(setting.substr(0, equals), UrlPart::kQueryComponent);
    if (!name.ok()) {
      return name.Pass();
    }
    Outcome<std::string> value =
        PercentDecode(setting.substr(std::min(equals + 1, setting.size())), UrlPart::kQueryComponent);
    if (!value.ok()) {
      return value.Pass();
    }
    params[*name].push_back(std::move(*value));
  }
  return params;
}

Outcome<Value> RunParamsDecode(const Call& call, std::string_view query) {
  // Memory of a map entry beyond its strings.
  constexpr size_t kBytesOfSetting = 200;
  const auto settings =
      std::count_if(query.begin(), query.end(), [](char c) { return c == '&' || c == ';'; });
  if (!call.interpreter.heap().Allows(static_cast<size_t>(settings) * kBytesOfSetting)) {
    return starlark::OutOfMemory(call.interpreter.heap());
  }
  Outcome<Params> params = ReadParams(query);
  if (!params.ok()) {
    return params.Pass();
  }
  Heap& heap = call.interpreter.heap();
  starlark::Dict* dict = heap.NewDict();
  for (const auto& [name, values] : *params) {
    std::vector<Value> items;
    for (const std::string& value : values) {
      items.push_back(heap.NewString(value));
    }
    Outcome<bool> added = dict->mutable_table().Insert(heap.NewString(name), heap.NewList(std::move(items)));
    if (!added.ok()) {
      return added.Pass();
    }
  }
  return Value(dict);
}

Value NewUser(Heap& heap, const UrlUser& user) {
  std::vector<starlark::Struct::Field> fields;
  fields.emplace_back("name", heap.NewString(user.name));
  fields.emplace_back("password", user.password ? heap.NewString(*user.password) : Value::None());
  fields.push_back(
      NewMethod(heap, "string", "string", [user](Heap& inner) { return inner.NewString(user.Text()); }));
  return heap.New<HostStruct>("@ytt:url.user", std::string(kUseString), std::move(fields));
}

// The methods share one URL, which the heap counts.
Value NewUrl(Heap& heap, UrlReference parsed) {
  const auto url = std::make_shared<const UrlReference>(std::move(parsed));
  heap.Charge(sizeof(UrlReference) + url->Text().size());
  std::vector<starlark::Struct::Field> fields;
  fields.emplace_back("user", url->user ? NewUser(heap, *url->user) : Value::None());
  fields.push_back(NewMethod(heap, "without_user", "url.value.without_user", [url](Heap& inner) {
    UrlReference copy = *url;
    copy.user.reset();
    return NewUrl(inner, std::move(copy));
  }));
  fields.push_back(NewMethod(heap, "string", "url.value.string",
                             [url](Heap& inner) { return inner.NewString(url->Text()); }));
  fields.push_back(NewMethod(heap, "hostname", "url.value.hostname",
                             [url](Heap& inner) { return inner.NewString(url->Hostname()); }));
  return heap.New<HostStruct>("@ytt:url.value", std::string(kUseString), std::move(fields));
}

Outcome<Value> RunParse(const Call& call, std::string_view text) {
  Outcome<UrlReference> url = UrlReference::Parse(text);
  if (!url.ok()) {
    return url.Pass();
  }
  return NewUrl(call.interpreter.heap(), std::move(*url));
}

}  // namespace

starlark::Module* MakeUrl(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("url");
  Heap& heap = build.heap;
  DefineText(heap, *module, "path_segment_encode", [](const Call& call, std::string_view text) {
    return RunEncode(call, text, UrlPart::kPathSegment);
  });
  DefineText(heap, *module, "path_segment_decode", [](const Call& call, std::string_view text) {
    return RunDecode(call, text, UrlPart::kPathSegment);
  });
  DefineText(heap, *module, "query_param_value_encode", [](const Call& call, std::string_view text) {
    return RunEncode(call, text, UrlPart::kQueryComponent);
  });
  DefineText(heap, *module, "query_param_value_decode", [](const Call& call, std::string_view text) {
    return RunDecode(call, text, UrlPart::kQueryComponent);
  });
  Define(heap, *module, "query_params_encode", RunParamsEncode);
  DefineText(heap, *module, "query_params_decode", RunParamsDecode);
  DefineText(heap, *module, "parse", RunParse);
  return module;
}

}  // namespace kval::modules
