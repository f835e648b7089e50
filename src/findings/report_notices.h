#pragma once

#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/types/model.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::findings {

struct NoticeOptions {
  value::Dialect dialect = value::Dialect::kYtt;
  bool suspicious_scalars =
      true;  // findings about suspicious scalars; false if the reader reports every ambiguity
  const source::SourceMap* sources = nullptr;  // for the lines of suspicious strings
};

// Reports deprecated and removed fields that `given`, one layer before merging, sets, and valid scalars that
// other readers interpret differently.
void ReportNotices(const value::Value& given, const types::Model& model, const NoticeOptions& options,
                   diag::Emitter& emit);
void ReportNotices(const value::Value& given, types::TypeId type, const types::Model& model,
                   const NoticeOptions& options, diag::Emitter& emit);

}  // namespace kval::findings
