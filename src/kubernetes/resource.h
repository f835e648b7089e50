#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// An object that is sent to the API server: a document, or an item of a list.
struct Resource {
  check::ValueCursor at;
  std::string_view api_version, kind;
  // The nodes of apiVersion and kind; null where the containing list states them.
  const value::Value* api_version_value = nullptr;
  const value::Value* kind_value = nullptr;

  bool is_namespaced = true;
  std::string_view default_namespace = {};  // if it names none; empty: `default`
  std::string_view k8s_version;             // the Kubernetes version that validates it
  const value::Value* written = nullptr;    // with the nulls that mean nothing; null: it has none

  // As admission has changed it, with defaults; null if no policy changes it.
  const value::Value* admitted = nullptr;

  // The location for findings about its kind.
  source::Span place() const {
    return api_version_value != nullptr ? api_version_value->span : at.value->span;
  }
};

}  // namespace kval::kubernetes
