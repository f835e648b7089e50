#include "src/kubernetes/pod_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/ascii_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kOtherThanPod{diag::ResourceRule(7268), "`hostProcess` of the pod has another value"};
constexpr diag::Def<> kSomeOnly{diag::ResourceRule(7269),
                                "either all containers or none must be host processes: this one is not"};
constexpr diag::Def<> kNoHostNetwork{diag::ResourceRule(7270),
                                     "a pod of host processes requires `hostNetwork: true`"};

constexpr diag::Def<Text, Text> kUserName{diag::Kind::kBadName, "`{}` cannot be a user of Windows: {}"};

constexpr Text kHostProcess[] = {"securityContext", "windowsOptions", "hostProcess"};
constexpr Text kLists[] = {"initContainers", "containers", "ephemeralContainers"};

// The host process setting of a pod or container.
struct HostProcess {
  explicit HostProcess(const check::ValueCursor& holder) {
    Follow(holder, kHostProcess, [&](const check::ValueCursor& at) {
      if (at.value->kind == value::Kind::kBool) {
        is_one = at.value->boolean;
        span = at.value->span;
      }
    });
  }

  std::optional<bool> is_one;  // unset: inherited from the pod
  source::Span span;
};

// Gives a container that is a process of the host.
std::optional<source::Span> CompareWithPod(const check::ValueCursor& spec, const HostProcess& of_pod,
                                           diag::Emitter& emit) {
  std::optional<source::Span> first;
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      const HostProcess own(container);
      if (of_pod.is_one && own.is_one && of_pod.is_one != own.is_one) {
        Follow(container, kHostProcess, [&](const check::ValueCursor& at) {
          ReportAt(emit, at, kOtherThanPod).Related(of_pod.span, "the pod's").Emit();
        });
      }
      if (!first && own.is_one.value_or(of_pod.is_one.value_or(false))) {
        first = own.is_one ? own.span : container.value->span;
      }
    });
  }
  return first;
}

std::string WhyNoUser(Text text) {
  constexpr size_t kLongestUser = 104;
  constexpr size_t kLongestDomain = 255;
  constexpr size_t kLongestNetBios = 15;
  const bool has_control =
      std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
  const size_t slash = text.find('\\');
  const Text domain = slash == Text::npos ? Text() : text.substr(0, slash);
  const Text user = slash == Text::npos ? text : text.substr(slash + 1);
  const bool is_net_bios = !domain.empty() && domain.size() <= kLongestNetBios && domain.front() != '.' &&
                           domain.find_first_of("/:*?\"<>|") == Text::npos;
  return has_control                      ? "it has control characters"
         : user.find('\\') != Text::npos  ? "it has more than one backslash"
         : domain.size() > kLongestDomain ? "its domain is longer than 255 characters"
         : slash != Text::npos && !is_net_bios &&
                 !GetFormatError("dns1123-subdomain", LowerCased(domain)).empty()
             ? "its domain is not a NetBIOS or DNS name"
         : user.empty()                               ? "the user after the domain is empty"
         : user.size() > kLongestUser                 ? "the user has more than 104 characters"
         : user.find_first_not_of(". ") == Text::npos ? "the user has only dots and spaces"
         : user.find_first_of("\"/:;|=,+*?<>@[]") != Text::npos
             ? "the characters `\"/:;|=,+*?<>@[]` are not allowed"
             : "";
}

void CheckUser(const check::ValueCursor& holder, diag::Emitter& emit) {
  constexpr Text kUser[] = {"securityContext", "windowsOptions", "runAsUserName"};
  Follow(holder, kUser, [&](const check::ValueCursor& user) {
    const std::string why = TextOf(user).empty() ? std::string() : WhyNoUser(TextOf(user));
    if (!why.empty()) {
      ReportAt(emit, user, kUserName, TextOf(user), why).Emit();
    }
  });
}

}  // namespace

void CheckWindowsUsers(const check::ValueCursor& spec, diag::Emitter& emit) {
  CheckUser(spec, emit);
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) { CheckUser(container, emit); });
  }
}

void CheckHostProcesses(const check::ValueCursor& spec, diag::Emitter& emit) {
  const HostProcess of_pod(spec);
  const std::optional<source::Span> first = CompareWithPod(spec, of_pod, emit);
  if (!first || IsRecovered(*spec.value)) {
    return;
  }
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      const HostProcess own(container);
      // A container that contradicts the pod is already reported.
      const bool is_reported = of_pod.is_one && own.is_one;
      if (!own.is_one.value_or(of_pod.is_one.value_or(false)) && !is_reported &&
          !IsRecovered(*container.value)) {
        ReportAt(emit, container, kSomeOnly).Related(*first, "a process of the host").Emit();
      }
    });
  }
  const std::optional<check::ValueCursor> network = At(spec, "hostNetwork");
  if (network ? network->value->kind == value::Kind::kBool && !network->value->boolean
              : !HasSimilarKey(spec, "hostNetwork")) {
    emit.Report(network ? network->value->span : *first, kNoHostNetwork)
        .At(GetMissingKeyPath(spec, "hostNetwork"))
        .Emit();
  }
}

}  // namespace kval::kubernetes
