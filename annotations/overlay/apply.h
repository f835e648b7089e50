#pragma once

#include <vector>

#include "annotations/overlay/context.h"
#include "src/merge/merge.h"
#include "src/templating/annotated.h"

// Applies overlays that are described by annotations: converts `overlay/*` annotations to a merge::Plan and
// executes it.
namespace kval::annotations {

struct DocumentAfterOverlays {
  templating::AnnotatedDocument document;  // the merged document; the base if the merge failed
  bool ok = true;
};

// Applies one document to another, ignoring their matches: data values and schemas, which match one to one.
// `defaults` is kPlain for files without annotations.
DocumentAfterOverlays Overlay(const templating::AnnotatedDocument& base,
                              const templating::AnnotatedDocument& overlay, merge::Defaults defaults,
                              const OverlayContext& context);

struct SetAfterOverlays {
  std::vector<templating::AnnotatedDocument> documents;
  std::vector<uint32_t> groups;  // of each document, as given
  bool ok = true;
};

// Applies overlay documents to a document set, each by its own `@overlay/match`. `groups` maps each base
// document to its file, or is empty.
SetAfterOverlays OverlayAll(const std::vector<templating::AnnotatedDocument>& base,
                            const std::vector<uint32_t>& groups,
                            const std::vector<templating::AnnotatedDocument>& overlays,
                            const OverlayContext& context);

}  // namespace kval::annotations
