//===- tp-bench-import.cpp - Times the import of an archive ---------------===//
//
// Imports a .pt2 archive several times by the library call, each time into a
// fresh context as an embedding compiler would, and prints the median in
// milliseconds and the peak resident memory in KiB.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "tp/IR/TPDialect.h"
#include "tp/Target/PT2/Import.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sys/resource.h>

using namespace mlir;

int main(int argc, char **argv) {
  if (argc < 2) {
    llvm::errs() << "usage: " << argv[0] << " model.pt2 [repetitions]\n";
    return 2;
  }
  unsigned repetitions = argc > 2 ? std::max(1, std::atoi(argv[2])) : 11;
  llvm::SmallVector<double> times;
  for (unsigned i = 0; i < repetitions; ++i) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    auto start = std::chrono::steady_clock::now();
    OwningOpRef<ModuleOp> module = tp::importPT2(argv[1], &context);
    std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    if (!module)
      return 1;
    times.push_back(elapsed.count());
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2,
                   times.end());
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  llvm::outs() << times[times.size() / 2] << " ms, " << usage.ru_maxrss
               << " KiB\n";
  return 0;
}
