#pragma once

#include "annotations/annotation.h"

// Specifications of the overlay annotations; annotations/overlay implements them.
namespace kval::annotations {

extern const Spec kOverlayAppend;
extern const Spec kOverlayAssert;
extern const Spec kOverlayInsert;
extern const Spec kOverlayMatch;
extern const Spec kOverlayMatchChildDefaults;
extern const Spec kOverlayMerge;
extern const Spec kOverlayRemove;
extern const Spec kOverlayReplace;

}  // namespace kval::annotations
