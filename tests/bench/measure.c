/* measure PROGRAM ARG…: runs a command once without output. Prints wall time in ns, user and system time in µs, and peak
   memory in kB. A separate small program because the peak of a process includes its memory before exec. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int count, char** arguments) {
  struct timespec begin, end;
  struct rusage usage;
  int status = 0;
  if (count < 2) {
    return 2;
  }
  clock_gettime(CLOCK_MONOTONIC, &begin);
  const pid_t child = fork();
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(nothing, 2);
    execv(arguments[1], arguments + 1);
    _exit(127);
  }
  wait4(child, &status, 0, &usage);
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%lld %lld %lld %ld %d\n", (end.tv_sec - begin.tv_sec) * 1000000000LL + (end.tv_nsec - begin.tv_nsec),
         usage.ru_utime.tv_sec * 1000000LL + usage.ru_utime.tv_usec,
         usage.ru_stime.tv_sec * 1000000LL + usage.ru_stime.tv_usec, usage.ru_maxrss,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
