//===- GuardedRead.cpp - Surviving MLIR's bytecode reader -----------------===//
//
// A child process with limits, and a parent that waits for it.
//
//===----------------------------------------------------------------------===//

#include "GuardedRead.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::tp;

/// What reading may take: this, and more for each byte of the file. A module
/// takes some tens of bytes for each of its bytecode.
[[maybe_unused]] static constexpr uint64_t baseMemory = uint64_t(1) << 30;
[[maybe_unused]] static constexpr uint64_t memoryPerByte = 64;
static constexpr uint64_t baseSeconds = 20;
static constexpr uint64_t bytesPerSecond = uint64_t(1) << 20;

/// Ends that a broken reader makes; LLVM's handlers would print a stack.
static constexpr int fatalSignals[] = {SIGSEGV, SIGBUS, SIGABRT,
                                       SIGFPE,  SIGILL, SIGTRAP};

bool mlir::tp::isBytecode(StringRef bytes) {
  return bytes.starts_with("ML\xefR");
}

struct ReadGuard::State {
  /// Tells the parent that the file is read.
  int pipe = -1;
  /// Standard error, and the memory that stands in for it.
  int realErrors = -1;
  int heldErrors = -1;
  struct sigaction handlers[std::size(fatalSignals)];
  struct rlimit memory;
  bool limitsMemory = false;
};

ReadGuard::ReadGuard(std::unique_ptr<State> state) : state(std::move(state)) {}
ReadGuard::~ReadGuard() { finish(); }

bool ReadGuard::isSilent() const {
  struct stat held;
  return state && state->heldErrors >= 0 &&
         ::fstat(state->heldErrors, &held) == 0 && held.st_size == 0;
}

/// Bytes of address space in use.
static uint64_t getAddressSpace() {
  uint64_t pages = 0;
  auto statm = llvm::MemoryBuffer::getFileAsStream("/proc/self/statm");
  if (!statm || (*statm)->getBuffer().split(' ').first.getAsInteger(10, pages))
    pages = 0;
  return pages * uint64_t(::sysconf(_SC_PAGESIZE));
}

void ReadGuard::finish() {
  if (!state)
    return;
  for (size_t i = 0; i != std::size(fatalSignals); ++i)
    (void)::sigaction(fatalSignals[i], &state->handlers[i], nullptr);
  if (state->limitsMemory)
    (void)::setrlimit(RLIMIT_AS, &state->memory);
  if (state->heldErrors >= 0) {
    (void)::dup2(state->realErrors, STDERR_FILENO);
    char block[4096];
    off_t at = 0;
    for (ssize_t got;
         (got = ::pread(state->heldErrors, block, sizeof(block), at)) > 0;
         at += got)
      llvm::errs() << StringRef(block, got);
    (void)::close(state->realErrors);
    (void)::close(state->heldErrors);
  }
  char done = 1;
  while (::write(state->pipe, &done, 1) < 0 && errno == EINTR)
    ;
  (void)::close(state->pipe);
  state.reset();
}

static void limit(uint64_t fileSize, struct rlimit &former, bool &isLimited) {
  // A sanitizer's shadow takes terabytes of addresses.
#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_MEMORY_SANITIZER_BUILD &&           \
    !LLVM_THREAD_SANITIZER_BUILD
  if (::getrlimit(RLIMIT_AS, &former) != 0)
    return;
  struct rlimit limited = former;
  uint64_t wanted = getAddressSpace() + baseMemory + memoryPerByte * fileSize;
  if (wanted < limited.rlim_cur) {
    limited.rlim_cur = wanted;
    isLimited = ::setrlimit(RLIMIT_AS, &limited) == 0;
  }
#else
  (void)fileSize, (void)former, (void)isLimited, (void)getAddressSpace;
#endif
}

/// Waits until the child has read the file, ended, or run out of time, which
/// ends it. Returns whether it has read the file.
static bool awaitReading(int pipe, pid_t child, uint64_t seconds,
                         bool &timedOut) {
  struct pollfd waiting = {pipe, POLLIN, 0};
  int ready;
  do
    ready = ::poll(&waiting, 1, int(seconds * 1000));
  while (ready < 0 && errno == EINTR);
  timedOut = ready == 0;
  if (timedOut)
    (void)::kill(child, SIGKILL);
  char done;
  return !timedOut && ::read(pipe, &done, 1) == 1;
}

/// The exit status of the tool, of which `status` is the child's end.
static int takeStatus(StringRef tool, StringRef file, int status, bool hasRead,
                      bool timedOut) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  if (hasRead) {
    // Whoever waits for the tool learns of the signal.
    (void)::signal(WTERMSIG(status), SIG_DFL);
    (void)::raise(WTERMSIG(status));
    return EXIT_FAILURE;
  }
  llvm::WithColor::error(llvm::errs(), tool)
      << file << ": the bytecode is damaged: MLIR's reader "
      << (timedOut ? "does not come to an end" : "crashed") << "\n";
  return EXIT_FAILURE;
}

std::unique_ptr<ReadGuard> ReadGuard::start(StringRef tool, StringRef file,
                                            size_t fileSize,
                                            std::optional<int> &status) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return nullptr;
  pid_t child = ::fork();
  if (child < 0) {
    (void)::close(ends[0]);
    (void)::close(ends[1]);
    return nullptr;
  }
  if (child != 0) {
    (void)::close(ends[1]);
    bool timedOut = false;
    bool hasRead = awaitReading(
        ends[0], child, baseSeconds + fileSize / bytesPerSecond, timedOut);
    int ending = 0;
    while (::waitpid(child, &ending, 0) < 0 && errno == EINTR)
      ;
    (void)::close(ends[0]);
    status = takeStatus(tool, file, ending, hasRead, timedOut);
    return nullptr;
  }
  (void)::close(ends[0]);
  // Who stops the tool stops its child.
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  auto state = std::make_unique<State>();
  state->pipe = ends[1];
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  for (size_t i = 0; i != std::size(fatalSignals); ++i)
    (void)::sigaction(fatalSignals[i], &plain, &state->handlers[i]);
  state->heldErrors = ::memfd_create("errors", MFD_CLOEXEC);
  if (state->heldErrors >= 0) {
    state->realErrors = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    (void)::dup2(state->heldErrors, STDERR_FILENO);
  }
  limit(fileSize, state->memory, state->limitsMemory);
  return std::unique_ptr<ReadGuard>(new ReadGuard(std::move(state)));
}
