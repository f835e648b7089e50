"""Keys that collide in tables whose hash everybody knows: what was used before hashes had a key, and what other programs use."""

import functools
import random

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15  # what multiplicative hashing multiplies with
MURMUR = 0xC6A4A7935BD1E995  # MurmurHash64A, std::hash<std::string> of libstdc++
# Multiples of sizes that a growing table of libstdc++ goes through, which is where std::hash<int> puts them.
PRIMES = 5_087 * 10_273 * 20_753


def signed(number):
    return number - WORD if number >= WORD // 2 else number


def multiplied_integers(n, shift=0):
    """Integers whose product with GOLDEN has zeros in its upper half (shift 0), or only in its lower bits."""
    inverse = pow(GOLDEN, -1, WORD)
    return [signed((i << shift) * inverse % WORD) for i in range(1, n + 1)]


def multiples(n):
    return [PRIMES * i for i in range(1, n + 1)]


def unmixed(block):
    inverse = pow(MURMUR, -1, WORD)
    block = block * inverse % WORD
    block ^= block >> 47
    return block * inverse % WORD


def mixed(block):
    block = block * MURMUR % WORD
    block ^= block >> 47
    return block * MURMUR % WORD


@functools.lru_cache(maxsize=None)
def twin_blocks():
    """Two texts of eight bytes that MurmurHash64A mixes to numbers which differ in their highest bit only. They differ by
    a constant, which says what letters the first one may have for the other to be UTF-8."""
    chosen = random.Random(1)
    letters = ["az", "az", "09", "AZ", "az", "fz", "jz", "09"]
    for _ in range(1000):
        one = bytes(chosen.randint(ord(first), ord(last)) for first, last in letters)
        other = unmixed(mixed(int.from_bytes(one, "little")) ^ 1 << 63).to_bytes(8, "little")
        try:
            return one.decode(), other.decode()
        except UnicodeDecodeError:
            continue
    raise RuntimeError("no twins were found")


def murmur_texts(n):
    """Texts of one hash with whatever seed: a turned bit of one block is turned back by the next one."""
    plain, turned = (block * 2 for block in twin_blocks())
    length = max(n - 1, 1).bit_length()
    return ["".join(turned if i >> bit & 1 else plain for bit in range(length)) for i in range(n)]
