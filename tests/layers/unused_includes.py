"""Finds includes that a file does not need: those of its own header, and standard headers of which it uses no name."""

import re

# Standard headers -> the names that they define and the code uses. Other headers are not checked.
NAMES = {
    "algorithm": r"(?:(?:all|any|none)_of|find(?:_if|_if_not|_end|_first_of)?|count(?:_if)?|(?:stable_|partial_)?sort|is_sorted|min|max|minmax|"
                 r"(?:min|max|minmax)_element|clamp|copy\w*|fill(?:_n)?|transform|equal|mismatch|lexicographical_compare\w*|(?:lower|upper)_bound|"
                 r"equal_range|binary_search|remove\w*|unique|reverse\w*|rotate|(?:stable_)?partition\w*|for_each|search|adjacent_find|"
                 r"nth_element|merge|includes|set_\w+|replace\w*|generate\w*|swap_ranges|\w+_heap|is_permutation)\b|std::move\([^()]*,",
    "array": r"(?:array|to_array)\b",
    "chrono": r"chrono\b",
    "cmath": r"(?:is(?:nan|inf|finite)|f?abs|floor|ceil|pow|sqrt|log\w*|exp\w*|l?l?round|trunc|fmod|ldexp|frexp|modf|signbit|l?rint|nearbyint|"
             r"a?(?:sin|cos|tan)h?|atan2|copysign|nextafter|remainder|hypot|isnormal|cbrt)\b",
    "deque": r"deque\b",
    "functional": r"(?:function|c?ref|hash|(?:greater|less)(?:_equal)?|(?:not_)?equal_to|not_fn|invoke|plus|minus|identity)\b",
    "map": r"(?:multi)?map\b",
    "optional": r"(?:optional|nullopt|nullopt_t|make_optional)\b",
    "set": r"(?:multi)?set\b",
    "span": r"(?:span|as_bytes|dynamic_extent)\b",
    "sstream": r"\w*stringstream\b",
    "string": r"(?:basic_|u8|u16|u32|w)?string\b|std::(?:to_string|sto\w+|getline|char_traits)\b",
    "string_view": r"(?:basic_|u8|u16|u32|w)?string_view\b",
    "unordered_map": r"unordered_(?:multi)?map\b",
    "unordered_set": r"unordered_(?:multi)?set\b",
    "utility": r"(?:move|forward|pair|make_pair|exchange|swap|declval|in_place\w*|\w*index_sequence\w*|as_const|cmp_\w+|in_range|get|"
               r"piecewise_construct|tuple_size)\b",
    "variant": r"(?:variant\w*|visit|get|get_if|holds_alternative|monostate|in_place\w*)\b",
    "vector": r"vector\b",
}
USES = {header: re.compile(r"\bstd::(?:ranges::)?" + names) for header, names in NAMES.items()}
# Files with such lines are not checked.
CONDITION = re.compile(r"^\s*#\s*if", re.M)

TABLE = re.compile(r'^#include "[^"]+\.(?:def|inc)"', re.M)  # may contain any name


def includes_of(text):
    return re.findall(r"^#include [<\"][^>\"]+[>\"]", text, re.M)


def unused_includes(files, code_of):
    """Yields the violations of `files`, a dictionary of paths and texts. `code_of` removes comments and strings."""
    for path, text in files.items():
        if CONDITION.search(text) or TABLE.search(text):
            continue
        code = code_of(re.sub(r"^#include.*", "", text, flags=re.M))
        header = files.get(path[:-len(".cc")] + ".h", "") if path.endswith(".cc") else ""
        implied = set() if CONDITION.search(header) else set(includes_of(header))
        for include in includes_of(text):
            name = include[len("#include <"):-1]
            if include in implied:
                yield f"{path} includes {name}, which its header includes"
            elif name in USES and not USES[name].search(code):
                yield f"{path} uses nothing of <{name}>"
