// Entry point of the released program (CMakeLists.txt). A position-independent program writes relocated
// addresses into its tables at startup, with one page fault per page. This code requests all writable pages
// in one call, before any C++ code runs. Systems without the call (Linux before 5.14) return an error, which
// is ignored.
#include <sys/mman.h>
#include <sys/syscall.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#define KVAL_TEXT_OF(number) #number
#define KVAL_TEXT(number) KVAL_TEXT_OF(number)

// __init_array_start is the first of the tables, _end behind the last variable. _start is given %rdx and the
// stack.
__asm__(
    ".pushsection .text.kval_program_start,\"ax\",@progbits\n"
    ".globl kval_program_start\n"
    ".type kval_program_start,@function\n"
    "kval_program_start:\n"
    ".cfi_startproc\n"
    ".cfi_undefined rip\n"
    "  endbr64\n"
    "  movq %rdx, %r8\n"
    "  leaq __init_array_start(%rip), %rdi\n"
    "  andq $-4096, %rdi\n"
    "  leaq _end(%rip), %rsi\n"
    "  subq %rdi, %rsi\n"
    "  movl $" KVAL_TEXT(MADV_POPULATE_WRITE) ", %edx\n"
    "  movl $" KVAL_TEXT(__NR_madvise) ", %eax\n"
    "  syscall\n"
    "  movq %r8, %rdx\n"
    "  jmp _start\n"
    ".cfi_endproc\n"
    ".size kval_program_start, .-kval_program_start\n"
    ".popsection\n");
