#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"
#include "src/lang/gotemplate/quote.h"
#include "src/modules/url_reference.h"

// Source: Sprig url.go.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;
using modules::UrlReference;

namespace {

// The error of a URL with the quotes of Go's %q.
std::string QuotedError(std::string_view url, std::string_view error) {
  for (const std::string_view part : {url.substr(0, url.find('#')), url}) {
    const std::string prefix = "parse \"" + std::string(part) + "\"";
    if (error.starts_with(prefix + ": ")) {
      return "parse " + gotemplate::Quote(part) + std::string(error.substr(prefix.size()));
    }
  }
  return std::string(error);
}

}  // namespace

Value UrlParse(Call& call) {
  if (!call.Step(32 + call[0].text().size() / 4)) {
    return {};
  }
  const starlark::Outcome<UrlReference> parsed = UrlReference::Parse(call[0].text());
  if (!parsed.ok()) {
    return call.Fail("unable to parse url: " + QuotedError(call[0].text(), parsed.error().message));
  }
  const UrlReference& url = *parsed;
  const std::array<std::pair<std::string_view, std::string>, 8> parts = {{
      {"scheme", url.scheme},
      {"host", url.host},
      {"hostname", url.Hostname()},
      {"path", url.path},
      {"query", url.query},
      {"opaque", url.opaque},
      {"fragment", url.fragment},
      {"userinfo", url.user ? url.user->Text() : ""},
  }};
  const Value map = call.heap().NewMap();
  for (const auto& [name, text] : parts) {
    map.map()->Set(name, call.Text(text));
  }
  return map;
}

Value UrlJoin(Call& call) {
  UrlReference url;
  std::string user;
  const std::array<std::pair<std::string_view, std::string*>, 7> parts = {{
      {"scheme", &url.scheme},
      {"host", &url.host},
      {"path", &url.path},
      {"query", &url.query},
      {"opaque", &url.opaque},
      {"fragment", &url.fragment},
      {"userinfo", &user},
  }};
  for (const auto& [name, target] : parts) {
    const Value* value = call[0].is_nil() ? nullptr : call[0].map()->Find(name);
    if (value == nullptr) {
      continue;
    }
    if (!value->is(Kind::kString)) {
      return call.Fail(value->is_untyped_nil()
                           ? kNilDereference
                           : "unable to parse " + std::string(name) + " key, must be of type string, but " +
                                 KindName(*value) + " found");
    }
    *target = value->text();
  }
  if (!user.empty()) {
    const std::string text = "proto://" + user + "@host";
    const starlark::Outcome<UrlReference> parsed = UrlReference::Parse(text);
    if (!parsed.ok()) {
      return call.Fail("unable to parse userinfo in dict: " + QuotedError(text, parsed.error().message));
    }
    url.user = parsed->user;
  }
  return call.Text(url.Text());
}

}  // namespace kval::helm::functions
