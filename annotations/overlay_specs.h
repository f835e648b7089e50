#pragma once

#include "annotations/annotation.h"

// What is known of the overlay annotations; annotations/overlay gives them their meaning.
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
