#pragma once

#include <string>

#include "src/helm/render/coverage.h"

namespace kval::cli {

// A page with a summary by template and the text of all templates, of which executed and missed parts are
// coloured. It refers to no other file, and follows the light or dark setting of the browser.
std::string CoverageHtml(const helm::render::Coverage& coverage);

}  // namespace kval::cli
