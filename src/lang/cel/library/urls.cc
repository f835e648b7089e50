#include <utility>
#include <vector>

#include "src/formats/validators.h"
#include "src/lang/cel/containers.h"
#include "src/lang/cel/library/library.h"
#include "src/lang/cel/url.h"

// apiserver, pkg/cel/library/urls.go.
namespace kval::cel {
namespace {

Value ToUrl(Call& call) {
  std::string why;
  const auto url = Url::Parse(call.args[0].text(), &why);
  if (!url) {
    return call.context.Fail("URL parse error during conversion from string: " + why);
  }
  return Value::Of(call.context.heap().New<Url>(*url));
}

Value IsUrl(Call& call) {
  std::string why;
  return Value::Bool(formats::IsGoRequestUri(call.args[0].text(), &why));
}

template <auto Member>
Value Part(Call& call) {
  return call.context.NewString((call.args[0].url().*Member)());
}

Value Query(Call& call) {
  Context& context = call.context;
  // Keys have a place, in the order of their first use, where their values are.
  MapBuilder places;
  std::vector<std::pair<Value, std::vector<Value>>> found;
  std::string_view rest = call.args[0].url().query;
  while (const auto next = NextOfQuery(rest)) {
    const Value key = context.NewString(next->first);
    const Value value = context.NewString(next->second);
    if (!context.Work(1) || !context.heap().Reserve(sizeof found[0] + MapBuilder::BytesFor(1))) {
      return context.Stop();
    }
    if (places.Insert(key, Value::Int(static_cast<int64_t>(found.size())))) {
      found.emplace_back(key, std::vector<Value>());
    }
    found[static_cast<size_t>(places.Find(key)->integer())].second.push_back(value);
  }
  MapBuilder builder(found.size());
  for (const auto& [key, values] : found) {
    builder.Set(key, context.NewList(values));
  }
  if (!context.heap().Reserve(MapBuilder::BytesFor(builder.size()))) {
    return context.Stop();
  }
  return Value::OfMap(builder.Publish(context.heap()));
}

constexpr LibraryEntry kUrlsEntries[] = {
    {"url", false, "string -> url", ToUrl, CostOfPass},
    {"isURL", false, "string -> bool", IsUrl},
    {"getScheme", true, "url -> string", Part<&Url::Scheme>},
    {"getHost", true, "url -> string", Part<&Url::Host>},
    {"getHostname", true, "url -> string", Part<&Url::Hostname>},
    {"getPort", true, "url -> string", Part<&Url::Port>},
    {"getEscapedPath", true, "url -> string", Part<&Url::EscapedPath>},
    {"getQuery", true, "url -> map(string, list(string))", Query},
};

}  // namespace

std::span<const LibraryEntry> UrlFunctions() {
  return kUrlsEntries;
}

}  // namespace kval::cel
