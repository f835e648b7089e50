#include "src/kubernetes/webhook.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/url.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kServicePath{diag::ResourceRule(7266),
                                             "`{}` cannot be the path of a webhook's service: {}"};
constexpr diag::Def<Text, Text> kUrl{diag::ResourceRule(7267), "`{}` cannot be the address of a webhook: {}"};

void CheckServicePath(const check::ValueCursor& path, diag::Emitter& emit) {
  Text rest = TextOf(path);
  if (rest.empty() || rest == "/") {
    return;
  }
  if (!rest.starts_with('/')) {
    ReportAt(emit, path, kServicePath, rest, "it must begin with `/`").Emit();
    return;
  }
  rest.remove_suffix(rest.size() > 2 && rest.ends_with('/') ? 1 : 0);
  while (!rest.empty()) {
    const Text step = rest.substr(1, rest.find('/', 1) - 1);
    rest.remove_prefix(1 + step.size());
    const std::string why =
        step.empty() ? "a part between slashes is empty" : GetFormatError("dns1123-subdomain", step);
    if (!why.empty()) {
      ReportAt(emit, path, kServicePath, TextOf(path), why).Emit();
      return;
    }
  }
}

std::string WhyNoAddress(Text text) {
  std::string why;
  const std::optional<cel::Url> url = cel::Url::Parse(text, &why);
  return !url                       ? why
         : url->Scheme() != "https" ? "it must begin with `https://`"
         : url->host.empty()        ? "it has no host"
         : !url->user.empty()       ? "it names a user"
         : !url->query.empty()      ? "a query is not allowed"
         : !url->fragment.empty()   ? "a fragment is not allowed"
                                    : std::string();
}

}  // namespace

void CheckWebhookClient(const check::ValueCursor& config, diag::Emitter& emit) {
  constexpr Text kPath[] = {"service", "path"};
  Follow(config, kPath, [&](const check::ValueCursor& path) { CheckServicePath(path, emit); });
  const std::optional<check::ValueCursor> url = At(config, "url");
  const bool is_text = url && url->value->kind == value::Kind::kString;
  const std::string why = is_text ? WhyNoAddress(TextOf(*url)) : std::string();
  if (!why.empty()) {
    ReportAt(emit, *url, kUrl, TextOf(*url), why).Emit();
  }
}

}  // namespace kval::kubernetes
