#pragma once

#include <memory>

#include "annotations/overlay/apply.h"
#include "src/merge/op.h"

// Starlark functions as what overlays ask for. Each reports its failures to the context's emitter.
namespace kval::annotations {

// `by=lambda index_or_key, left, right: …`.
std::unique_ptr<merge::Matcher> MakeMatcher(starlark::Value function, source::Span at,
                                            const OverlayContext& context);
// `expects=lambda n: …`.
std::unique_ptr<merge::CountMatcher> MakeCountMatcher(starlark::Value function, source::Span at,
                                                      const OverlayContext& context);
// `via=lambda left, right: …` of replace and insert.
std::unique_ptr<merge::Transform> MakeTransform(starlark::Value function, source::Span at,
                                                const OverlayContext& context);
// `via=` of assert.
std::unique_ptr<merge::Assertion> MakeAssertion(starlark::Value function, source::Span at,
                                                const OverlayContext& context);

}  // namespace kval::annotations
