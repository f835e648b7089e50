#include "src/lang/kcl/syntax/operator.h"

namespace kval::kcl {
namespace {

constexpr std::string_view kUnary[] = {"+", "-", "~", "not"};
constexpr std::string_view kBinary[] = {"+",  "-",  "*", "/", "//", "%",   "**",
                                        "<<", ">>", "&", "^", "|",  "and", "or"};
constexpr std::string_view kCompare[] = {"==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"};
constexpr std::string_view kEntry[] = {":", "=", "+="};

}  // namespace

std::string_view Spelling(UnaryOp op) {
  return kUnary[static_cast<size_t>(op)];
}
std::string_view Spelling(BinaryOp op) {
  return kBinary[static_cast<size_t>(op)];
}
std::string_view Spelling(CompareOp op) {
  return kCompare[static_cast<size_t>(op)];
}
std::string_view Spelling(EntryOp op) {
  return kEntry[static_cast<size_t>(op)];
}

}  // namespace kval::kcl
