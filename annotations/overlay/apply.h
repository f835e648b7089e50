#pragma once

#include <vector>

#include "annotations/overlay/context.h"
#include "src/merge/merge.h"
#include "src/templating/annotated.h"

// Overlays as annotations describe them: `overlay/*` annotations become a merge::Plan, which is carried out.
namespace kval::annotations {

struct OverlaidDocument {
  templating::AnnotatedDocument
      document;  // the base with the overlay laid over it; the base where that failed
  bool ok = true;
};

// Lays one document over one other, whatever matches they ask for: data values and schemas, which match one
// to one. `defaults` is kPlain for files without annotations.
OverlaidDocument Overlay(const templating::AnnotatedDocument& base,
                         const templating::AnnotatedDocument& overlay, merge::Defaults defaults,
                         const OverlayContext& context);

struct OverlaidSet {
  std::vector<templating::AnnotatedDocument> documents;
  std::vector<uint32_t> groups;  // of each document, as given
  bool ok = true;
};

// Lays overlay documents over a set of documents, each by its own `@overlay/match`. `groups` says which file
// each base document belongs to, or is empty.
OverlaidSet OverlayAll(const std::vector<templating::AnnotatedDocument>& base,
                       const std::vector<uint32_t>& groups,
                       const std::vector<templating::AnnotatedDocument>& overlays,
                       const OverlayContext& context);

}  // namespace kval::annotations
