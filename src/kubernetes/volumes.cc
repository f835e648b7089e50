#include "src/kubernetes/volumes.h"

#include <optional>
#include <utility>

#include "src/kubernetes/claim.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/pod_fields.h"
#include "src/kubernetes/tell.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kOutOfVolume{diag::Kind::kResource, "the path leads out of the volume: {}"};
constexpr diag::Def<> kReserved{diag::Kind::kResource,
                                "names that begin with `..` are those of the volume's own files"};
constexpr diag::Def<> kSamePath{diag::Kind::kResource, "another source of the volume has this path already"};
constexpr diag::Def<> kHostPath{diag::Kind::kResource, "a path of the host must not hold `..`"};
constexpr diag::Def<> kNotAbsolute{diag::Kind::kResource, "the path must be absolute: it begins with `/`"};

bool HasParent(Text path) {
  return path == ".." || path.starts_with("../") || path.find("/../") != Text::npos || path.ends_with("/..");
}

// The files of a volume. Those that several sources are projected to have a path each.
class Files {
 public:
  Files(bool is_projected, diag::Emitter& emit) : is_projected_(is_projected), emit_(emit) {}

  void CheckItems(const check::Trail& source) {
    ForEachItemOf(source, "items", [&](const check::Trail& item) {
      CheckToldFields(item, ToldTo::kFile, emit_);
      CheckFile(item, "path");
    });
  }

  // `is_told_apart`: no other source may have its path.
  void CheckFile(const check::Trail& holder, Text key, bool is_told_apart = true) {
    const std::optional<check::Trail> path = At(holder, key);
    const Text text = path ? TextOf(*path) : Text();
    if (text.empty() || !CheckPathWithin(*path, true, emit_) || !is_projected_ || !is_told_apart) {
      return;
    }
    const auto [first, is_new] = seen_.emplace(text, path->value->span);
    if (!is_new) {
      Tell(emit_, *path, kSamePath).Related(first->second, "the first one").Emit();
    }
  }

 private:
  bool is_projected_;
  diag::Emitter& emit_;
  TextMap<Text, source::Span> seen_;
};

// Sources of one file each, by the keys of its paths.
struct OneFile {
  Text source, path;
};
constexpr OneFile kOneFiles[] = {{"clusterTrustBundle", "path"},
                                 {"podCertificate", "credentialBundlePath"},
                                 {"podCertificate", "keyPath"},
                                 {"podCertificate", "certificateChainPath"},
                                 {"serviceAccountToken", "path"}};

void CheckItemsOf(const check::Trail& source, Files& files) {
  for (const Text key : {Text("secret"), Text("configMap"), Text("downwardAPI")}) {
    if (const std::optional<check::Trail> part = At(source, key)) {
      files.CheckItems(*part);
    }
  }
}

}  // namespace

bool CheckPathWithin(const check::Trail& path, bool is_file, diag::Emitter& emit) {
  const Text text = TextOf(path);
  if (text.starts_with("/")) {
    Tell(emit, path, kOutOfVolume, "it begins with `/`").Emit();
  } else if (HasParent(text)) {
    Tell(emit, path, kOutOfVolume, "it holds `..`").Emit();
  } else if (is_file && text.starts_with("..")) {
    Tell(emit, path, kReserved).Emit();
  } else {
    return true;
  }
  return false;
}

void CheckVolumeSource(const check::Trail& volume, diag::Emitter& emit) {
  constexpr Text kHost[] = {"hostPath", "path"};
  Follow(volume, kHost, [&](const check::Trail& path) {
    if (HasParent(TextOf(path))) {
      Tell(emit, path, kHostPath).Emit();
    }
  });
  constexpr Text kNfs[] = {"nfs", "path"};
  Follow(volume, kNfs, [&](const check::Trail& path) {
    if (!TextOf(path).empty() && TextOf(path).front() != '/') {
      Tell(emit, path, kNotAbsolute).Emit();
    }
  });
}

void CheckVolume(const check::Trail& volume, diag::Emitter& emit) {
  CheckVolumeSource(volume, emit);
  Files own(false, emit);
  CheckItemsOf(volume, own);
  constexpr Text kClaim[] = {"ephemeral", "volumeClaimTemplate"};
  Follow(volume, kClaim, [&](const check::Trail& claim) {
    CheckClaim(claim, emit);
    if (const std::optional<check::Trail> metadata = At(claim, "metadata")) {
      CheckClaimMetadata(*metadata, emit);
    }
  });
  const std::optional<check::Trail> projected = At(volume, "projected");
  if (!projected) {
    return;
  }
  Files files(true, emit);
  ForEachItemOf(*projected, "sources", [&](const check::Trail& source) {
    CheckItemsOf(source, files);
    for (const OneFile& row : kOneFiles) {
      if (const std::optional<check::Trail> part = At(source, row.source)) {
        files.CheckFile(*part, row.path, row.source != "serviceAccountToken");
      }
    }
  });
}

}  // namespace kval::kubernetes
