#pragma once

#include <string>

#include "src/diag/emitter.h"
#include "src/kubernetes/definition_diff/schema_comparison.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Adds whether ratcheting softens a change.
inline void AddRatchetingNote(Ratcheting ratcheting, diag::DiagnosticBuilder& report) {
  if (ratcheting == Ratcheting::kSoftens) {
    report.Note(
        "ratcheting (Kubernetes 1.30 and later) softens it: updates of existing objects may keep the value");
  } else if (ratcheting == Ratcheting::kNever) {
    report.Note("ratcheting does not soften it: updates of existing objects are affected as well");
  }
}

// "`name`, `kind`".
inline std::string JoinedItems(const value::Value& list) {
  std::string text;
  for (const value::Value* item : list.items()) {
    text += (text.empty() ? "`" : ", `") + std::string(item->raw) + "`";
  }
  return text.empty() ? "none" : text;
}

}  // namespace kval::kubernetes
