#include <vector>

#include "src/formats/checks.h"
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
  MapBuilder builder;
  for (const auto& [key, values] : call.args[0].url().Query()) {
    std::vector<Value> items;
    for (const std::string& value : values) {
      items.push_back(context.NewString(value));
    }
    builder.Set(context.NewString(key), context.NewList(items));
  }
  if (!context.heap().Reserve(MapBuilder::BytesFor(builder.size()))) {
    return context.Stop();
  }
  return Value::OfMap(builder.Publish(context.heap()));
}

constexpr LibraryEntry kEntries[] = {
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
  return kEntries;
}

}  // namespace kval::cel
