#include "src/helm/remote.h"

namespace kval::helm {
namespace {

constexpr diag::Def<std::string_view> kRemote{diag::Kind::kUnreadable, "{} is not fetched"};

}  // namespace

bool IsRemote(std::string_view path) {
  return path.starts_with("http://") || path.starts_with("https://") || path.starts_with("oci://");
}

void ReportRemote(source::Span at, std::string_view path, diag::Emitter& emit) {
  emit.Report(at, kRemote, path).Hint("kval reads files only: fetch it first and name the file").Emit();
}

std::string StandardInputOr(std::string_view path) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const size_t begin = path.find_first_not_of(kSpaces);
  const bool is_dash =
      begin != std::string_view::npos && path[begin] == '-' && path.find_last_not_of(kSpaces) == begin;
  return is_dash ? "-" : std::string(path);
}

}  // namespace kval::helm
