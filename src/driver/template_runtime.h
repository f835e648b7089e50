#pragma once

#include "annotations/overlay/context.h"
#include "src/driver/inputs/template_files.h"
#include "src/driver/libraries/library_loader.h"
#include "src/lang/starlark/interpreter.h"
#include "src/merge/key_table_cache.h"
#include "src/templating/fragment.h"
#include "src/templating/template.h"

namespace kval::driver {

struct Session;

// What reads, compiles and runs the templates of a session. Only code that evaluates templates includes it.
struct TemplateRuntime {
  // The session must outlive the runtime.
  explicit TemplateRuntime(Session& session);

  annotations::OverlayContext overlay_context();

  Session& session;
  merge::KeyTableCache tables;  // of the maps that overlays made
  templating::FragmentCache fragments;
  TemplateFiles files;
  LibraryLoader loader;
  starlark::Interpreter starlark;
  templating::Engine engine;
};

}  // namespace kval::driver
