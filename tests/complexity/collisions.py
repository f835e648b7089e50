"""Keys that collide under well-known hash functions: those that kval used before its hashes were keyed, and common ones."""

import functools
import random

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15  # factor of multiplicative (Fibonacci) hashing
MURMUR = 0xC6A4A7935BD1E995  # MurmurHash64A, std::hash<std::string> of libstdc++
# Product of bucket counts of a growing libstdc++ table. std::hash<int> is the identity, so multiples of it collide.
PRIMES = 5_087 * 10_273 * 20_753


def signed(number):
    return number - WORD if number >= WORD // 2 else number


def multiplied_integers(n, shift=0):
    """Returns integers whose product with GOLDEN has zeros in its upper half (shift 0) or in its lower bits (shift > 0)."""
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
    """Returns two strings of eight bytes whose mixed MurmurHash64A blocks differ only in the highest bit. The strings
    differ by a constant; the letters of the first are chosen so that the second is valid UTF-8."""
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
    """Returns strings with equal hashes for every seed: a bit flipped by one block is flipped back by the next."""
    plain, turned = (block * 2 for block in twin_blocks())
    length = max(n - 1, 1).bit_length()
    return ["".join(turned if i >> bit & 1 else plain for bit in range(length)) for i in range(n)]
