#pragma once

#include <string>

#include "src/report/report.h"

namespace kval::report {

// One function for each format; the table in report.cc names them.
void WriteFull(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteConcise(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteGrouped(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteJson(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteJsonLines(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteSarif(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteGithub(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteGitlab(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteJunit(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteRdjson(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteAzure(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteLsp(const Findings& findings, const RenderOptions& options, std::string* out);
void WriteTap(const Findings& findings, const RenderOptions& options, std::string* out);

}  // namespace kval::report
