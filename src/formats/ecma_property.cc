#include "src/formats/ecma_property.h"

#include <algorithm>
#include <iterator>

#include "src/formats/unicode_tables.h"
#include "src/support/word_list.h"

namespace kval::formats {
namespace {

// General categories, long and short, and the binary properties of ECMA-262, tables 54 to 56.
constexpr std::string_view kCategories =
    "C Cased_Letter Cc Cf Close_Punctuation Cn Co Combining_Mark Connector_Punctuation Control Cs "
    "Currency_Symbol Dash_Punctuation Decimal_Number Enclosing_Mark Final_Punctuation Format "
    "Initial_Punctuation L LC Letter Letter_Number Line_Separator Ll Lm Lo Lowercase_Letter Lt Lu M "
    "Mark Math_Symbol Mc Me Mn Modifier_Letter Modifier_Symbol N Nd Nl No Nonspacing_Mark Number "
    "Open_Punctuation Other Other_Letter Other_Number Other_Punctuation Other_Symbol P "
    "Paragraph_Separator Pc Pd Pe Pf Pi Po Private_Use Ps Punctuation S Sc Separator Sk Sm So "
    "Space_Separator Spacing_Mark Surrogate Symbol Titlecase_Letter Unassigned Uppercase_Letter Z Zl Zp "
    "Zs cntrl digit punct";
constexpr std::string_view kBinary =
    "AHex ASCII ASCII_Hex_Digit Alpha Alphabetic Any Assigned Bidi_C Bidi_Control Bidi_M Bidi_Mirrored "
    "CI CWCF CWCM CWKCF CWL CWT CWU Case_Ignorable Cased Changes_When_Casefolded "
    "Changes_When_Casemapped Changes_When_Lowercased Changes_When_NFKC_Casefolded "
    "Changes_When_Titlecased Changes_When_Uppercased DI Dash Default_Ignorable_Code_Point Dep "
    "Deprecated Dia Diacritic EBase EComp EMod EPres Emoji Emoji_Component Emoji_Modifier "
    "Emoji_Modifier_Base Emoji_Presentation Ext ExtPict Extended_Pictographic Extender Gr_Base Gr_Ext "
    "Grapheme_Base Grapheme_Extend Hex Hex_Digit IDC IDS IDSB IDST IDS_Binary_Operator "
    "IDS_Trinary_Operator ID_Continue ID_Start Ideo Ideographic Join_C Join_Control LOE "
    "Logical_Order_Exception Lower Lowercase Math NChar Noncharacter_Code_Point Pat_Syn Pat_WS "
    "Pattern_Syntax Pattern_White_Space QMark Quotation_Mark RI Radical Regional_Indicator SD STerm "
    "Sentence_Terminal Soft_Dotted Term Terminal_Punctuation UIdeo Unified_Ideograph Upper Uppercase VS "
    "Variation_Selector White_Space XIDC XIDS XID_Continue XID_Start space";

template <typename Names>
bool Has(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

bool IsEcmaProperty(std::string_view property) {
  const size_t equals = property.find('=');
  const std::string_view name = property.substr(0, equals);
  if (equals == std::string_view::npos) {
    return HasWord(kCategories, name) || HasWord(kBinary, name);
  }
  const std::string_view value = property.substr(equals + 1);
  if (name == "General_Category" || name == "gc") {
    return HasWord(kCategories, value);
  }
  const bool is_script = name == "Script" || name == "sc" || name == "Script_Extensions" || name == "scx";
  return is_script && Has(ScriptNames(), value);
}

}  // namespace kval::formats
