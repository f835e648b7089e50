#pragma once

#include <string>
#include <string_view>

namespace kval::vendor {

// Whether a path is an address: it begins with `https://` or `http://`.
bool IsAddress(std::string_view path);

// Whether it is an address of this computer by http: `http://127.0.0.1:8080/a.json`.
bool IsLoopbackHttp(std::string_view address);

// Returns why an address cannot be fetched; empty if it can. Only https is permitted, and http on the
// loopback interface. Credentials (`https://user:password@host/`) would be stored in the repository.
std::string RefusalOf(std::string_view address);

// Returns the file of an address below the directory of vendored schemas: `json.schemastore.org/foo.json`. It
// has only letters, digits, `-`, `_`, `.` and `/`, and no component `.` or `..`. Different addresses may have
// the same file.
std::string FileOfAddress(std::string_view address, bool is_json);

}  // namespace kval::vendor
