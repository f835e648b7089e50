#pragma once

namespace kval::kcl {

// Whether a name may begin with a character beyond ASCII, and whether it may go on with it: XID_Start and
// XID_Continue of Unicode's annex 31.
bool MayBeginName(char32_t c);
bool MayContinueName(char32_t c);

}  // namespace kval::kcl
