#pragma once

namespace kval::kcl {

// Returns whether a non-ASCII character may begin a name, or may continue it: XID_Start and XID_Continue of
// Unicode annex 31.
bool MayBeginName(char32_t c);
bool MayContinueName(char32_t c);

}  // namespace kval::kcl
