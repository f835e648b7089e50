#pragma once

#include <cstddef>

// Memory in pages from the system, for arenas and large documents. One source file a system.
namespace kval {

// Returns writable memory that is zero, or null. Large chunks are aligned to huge pages where that pays.
std::byte* MapChunk(size_t size);
// Returns memory of MapChunk or ReserveChunk to the system.
void UnmapChunk(std::byte* place, size_t size);

// Returns memory that is not used but is released when no other is left, or null.
std::byte* ReserveChunk(size_t size);

// Gives the pages between two addresses back while the range stays mapped: their content becomes undefined.
void DiscardPages(const void* begin, const void* end);

}  // namespace kval
