//===- MemoryFile.h - Bytes as a file for a fuzzer --------------*- C++ -*-===//
//
// A file in memory that has a path, for readers that map theirs.
//
//===----------------------------------------------------------------------===//

#ifndef TP_FUZZ_MEMORYFILE_H
#define TP_FUZZ_MEMORYFILE_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace tpfuzz {

class MemoryFile {
public:
  MemoryFile(const void *data, size_t size)
      : descriptor(::memfd_create("fuzz", MFD_CLOEXEC)) {
    const char *at = static_cast<const char *>(data);
    while (size) {
      ssize_t done = ::write(descriptor, at, size);
      if (done <= 0)
        std::abort();
      at += done;
      size -= done;
    }
  }
  ~MemoryFile() { (void)::close(descriptor); }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  std::string path() const {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }

private:
  int descriptor;
};

} // namespace tpfuzz

#endif // TP_FUZZ_MEMORYFILE_H
