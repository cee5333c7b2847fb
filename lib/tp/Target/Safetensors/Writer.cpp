//===- Writer.cpp - Writing safetensors files -----------------------------===//
//
// Orders tensors, splits them into shards, and streams them out.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Safetensors/Writer.h"
#include "tp/Target/FileTransaction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::tp::safetensors;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using mlir::tp::archive::printable;

static constexpr size_t headerAlignment = 8;
static constexpr size_t digestSize = 16;

static Error fail(StringRef path, const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 path + ": " + message);
}

static Error cannotWrite(StringRef path, const Twine &why) {
  return fail(path, "cannot write: " + why);
}

static uint64_t sizeOf(const TensorToWrite &tensor) {
  return getSize(tensor.dtype, tensor.shape).value_or(0);
}

namespace {
/// Writes to a file, in blocks whose digests are taken on the way.
class BlockStream {
public:
  BlockStream(int descriptor, StringRef path)
      : descriptor(descriptor), path(path) {}

  /// Writes bytes that nobody takes a digest of.
  Error put(ArrayRef<char> bytes);
  /// Starts a tensor.
  void begin() {
    digest = Digest();
    written = 0;
  }
  /// Bytes of the tensor. What is in memory in one piece is not copied.
  Error add(ArrayRef<char> bytes, bool isMapped);
  /// Ends the tensor and returns its digest.
  Expected<std::string> end();
  uint64_t tensorSize() const { return written; }

private:
  Error writeBlock(ArrayRef<char> block);

  int descriptor;
  StringRef path;
  std::vector<char> pending;
  Digest digest;
  uint64_t written = 0;
};
} // namespace

Error BlockStream::put(ArrayRef<char> bytes) {
  while (!bytes.empty()) {
    ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      return cannotWrite(path, llvm::sys::StrError(errno));
    bytes = bytes.drop_front(done);
  }
  return Error::success();
}

Error BlockStream::writeBlock(ArrayRef<char> block) {
  digest.add(block);
  return put(block);
}

/// Lets the kernel take back the pages of a mapped file that lie in `bytes`.
static void dropPages(ArrayRef<char> bytes) {
  static const size_t pageSize = llvm::sys::Process::getPageSizeEstimate();
  auto address = reinterpret_cast<uintptr_t>(bytes.begin());
  uintptr_t skipped = llvm::alignTo(address, pageSize) - address;
  uintptr_t end = llvm::alignDown(address + bytes.size(), pageSize) - address;
  if (skipped < end && end <= bytes.size())
    (void)::madvise(const_cast<char *>(bytes.begin()) + skipped, end - skipped,
                    MADV_DONTNEED);
}

Error BlockStream::add(ArrayRef<char> bytes, bool isMapped) {
  written += bytes.size();
  while (!bytes.empty()) {
    if (pending.empty() && bytes.size() >= Digest::blockSize) {
      ArrayRef<char> block = bytes.take_front(Digest::blockSize);
      if (Error error = writeBlock(block))
        return error;
      if (isMapped)
        dropPages(block);
      bytes = bytes.drop_front(block.size());
      continue;
    }
    size_t taken = std::min(bytes.size(), Digest::blockSize - pending.size());
    pending.insert(pending.end(), bytes.begin(), bytes.begin() + taken);
    bytes = bytes.drop_front(taken);
    if (pending.size() == Digest::blockSize) {
      if (Error error = writeBlock(pending))
        return error;
      pending.clear();
    }
  }
  return Error::success();
}

Expected<std::string> BlockStream::end() {
  if (!pending.empty())
    if (Error error = writeBlock(pending))
      return error;
  pending.clear();
  return digest.finish();
}

namespace mlir::tp::safetensors {
/// Writes one set of tensors.
class Writer {
public:
  Writer(StringRef path, ArrayRef<TensorToWrite> tensors,
         const WriteOptions &options)
      : path(path), options(options) {
    for (const TensorToWrite &tensor : tensors)
      ordered.push_back(&tensor);
  }

  Expected<PendingFiles> write();

private:
  using Shard = llvm::SmallVector<const TensorToWrite *, 0>;

  Error check() const;
  void order();
  std::vector<Shard> split() const;
  std::string shardPath(size_t index, size_t count) const;
  std::string makeHeader(ArrayRef<const TensorToWrite *> shard,
                         StringRef digests) const;
  Expected<llvm::sys::fs::TempFile> create(StringRef target) const;
  Error add(PendingFiles &files, StringRef target,
            llvm::function_ref<Error(int)> fill) const;
  Error writeShard(int descriptor, StringRef target,
                   ArrayRef<const TensorToWrite *> shard) const;
  Error writeIndex(PendingFiles &files, ArrayRef<Shard> shards) const;

  StringRef path;
  const WriteOptions &options;
  Shard ordered;
};
} // namespace mlir::tp::safetensors

Error Writer::check() const {
  llvm::StringSet<> names;
  for (const TensorToWrite *tensor : ordered) {
    std::string who = "tensor '" + printable(tensor->name) + "'";
    if (!llvm::json::isUTF8(tensor->name))
      return fail(path, who + ": expected a name in UTF-8");
    if (tensor->name == "__metadata__")
      return fail(path, who + ": the format keeps this name for itself");
    if (!names.insert(tensor->name).second)
      return fail(path, who + ": expected one tensor of the name");
    std::optional<uint64_t> size = getSize(tensor->dtype, tensor->shape);
    if (!size)
      return fail(path, who + ": expected a shape of a whole number of bytes");
    if (!tensor->generate && *size != tensor->bytes.size())
      return fail(path, who + ": expected " + Twine(*size) +
                            " bytes by its type and shape, got " +
                            Twine(tensor->bytes.size()));
  }
  return Error::success();
}

/// Wide elements first: then every tensor is aligned. Among them the order of
/// the caller, which has all of them in one list.
void Writer::order() {
  llvm::sort(ordered, [](const TensorToWrite *lhs, const TensorToWrite *rhs) {
    unsigned left = getBitWidth(lhs->dtype), right = getBitWidth(rhs->dtype);
    return left != right ? left > right : lhs < rhs;
  });
}

std::vector<Writer::Shard> Writer::split() const {
  std::vector<Shard> shards(1);
  uint64_t size = 0;
  for (const TensorToWrite *tensor : ordered) {
    uint64_t more = sizeOf(*tensor);
    if (!shards.back().empty() &&
        llvm::SaturatingAdd(size, more) > options.maxShardSize) {
      shards.emplace_back();
      size = 0;
    }
    shards.back().push_back(tensor);
    size += more;
  }
  return shards;
}

static constexpr llvm::StringLiteral extension = ".safetensors";

std::string Writer::shardPath(size_t index, size_t count) const {
  if (count == 1)
    return path.str();
  StringRef stem = path;
  stem.consume_back(extension);
  return llvm::formatv("{0}-{1,0+5}-of-{2,0+5}{3}", stem, index + 1, count,
                       extension);
}

std::string mlir::tp::safetensors::getIndexPath(StringRef path) {
  path.consume_back(extension);
  return (path + extension + ".index.json").str();
}

std::string Writer::makeHeader(ArrayRef<const TensorToWrite *> shard,
                               StringRef digests) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  json.object([&] {
    json.attributeObject("__metadata__", [&] {
      json.attribute("format", "pt");
      json.attribute(digestKey, digests);
      for (const auto &[key, value] : options.metadata)
        json.attribute(key, value);
    });
    uint64_t at = 0;
    for (const TensorToWrite *tensor : shard) {
      json.attributeObject(tensor->name, [&] {
        json.attribute("dtype", getName(tensor->dtype));
        json.attributeArray("shape", [&] {
          for (uint64_t size : tensor->shape)
            json.value(size);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(at);
          at += sizeOf(*tensor);
          json.value(at);
        });
      });
    }
  });
  text.resize(llvm::alignTo(text.size(), headerAlignment), ' ');
  return text;
}

Error Writer::writeShard(int descriptor, StringRef target,
                         ArrayRef<const TensorToWrite *> shard) const {
  // The digests are known at the end; until then zeros keep their place.
  std::string digests(digestSize * shard.size(), '0');
  std::string header = makeHeader(shard, digests);
  if (header.size() > maxHeaderSize)
    return fail(target, "the header would have " + Twine(header.size()) +
                            " bytes, more than the " + Twine(maxHeaderSize) +
                            " that the format allows");
  char size[8];
  llvm::support::endian::write64le(size, header.size());
  BlockStream stream(descriptor, target);
  if (Error error = stream.put(size))
    return error;
  if (Error error = stream.put(header))
    return error;

  digests.clear();
  for (const TensorToWrite *tensor : shard) {
    stream.begin();
    auto sink = [&](ArrayRef<char> bytes) {
      return stream.add(bytes, /*isMapped=*/false);
    };
    if (Error error = tensor->generate
                          ? tensor->generate(sink)
                          : stream.add(tensor->bytes, tensor->isMapped))
      return error;
    Expected<std::string> digest = stream.end();
    if (!digest)
      return digest.takeError();
    if (stream.tensorSize() != sizeOf(*tensor))
      return fail(target, "tensor '" + printable(tensor->name) +
                              "': expected " + Twine(sizeOf(*tensor)) +
                              " bytes, got " + Twine(stream.tensorSize()));
    digests += *digest;
  }
  header = makeHeader(shard, digests);
  if (::lseek(descriptor, sizeof(size), SEEK_SET) < 0)
    return cannotWrite(target, llvm::sys::StrError(errno));
  return stream.put(header);
}

Error Writer::add(PendingFiles &files, StringRef target,
                  llvm::function_ref<Error(int)> fill) const {
  llvm::sys::fs::file_status status;
  bool exists = !llvm::sys::fs::status(target, status);
  if (exists && !llvm::sys::fs::is_regular_file(status))
    return cannotWrite(target, "expected a regular file, or none");
  // A rename asks the folder for permission; a file that is protected itself
  // stays protected.
  if (exists)
    if (auto code =
            llvm::sys::fs::access(target, llvm::sys::fs::AccessMode::Write))
      return cannotWrite(target, code.message());
  auto file = llvm::sys::fs::TempFile::create(target + ".tmp-%%%%%%%%");
  if (!file)
    return cannotWrite(target, llvm::toString(file.takeError()));
  int descriptor = file->FD;
  files.files.push_back({std::move(*file), target.str()});
  if (exists)
    (void)llvm::sys::fs::setPermissions(descriptor, status.permissions());
  return fill(descriptor);
}

Error Writer::writeIndex(PendingFiles &files, ArrayRef<Shard> shards) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  uint64_t total = 0;
  for (const Shard &shard : shards)
    for (const TensorToWrite *tensor : shard)
      total += sizeOf(*tensor);
  json.object([&] {
    json.attributeObject("metadata",
                         [&] { json.attribute("total_size", total); });
    json.attributeObject("weight_map", [&] {
      for (auto [index, shard] : llvm::enumerate(shards)) {
        std::string file = shardPath(index, shards.size());
        for (const TensorToWrite *tensor : shard)
          json.attribute(tensor->name, llvm::sys::path::filename(file));
      }
    });
  });
  stream << "\n";
  return add(files, files.mainPath, [&](int descriptor) {
    return BlockStream(descriptor, files.mainPath).put(text);
  });
}

Expected<PendingFiles> Writer::write() {
  if (Error error = check())
    return error;
  order();
  std::vector<Shard> shards = split();
  PendingFiles files;
  files.mainPath = shards.size() == 1 ? path.str() : getIndexPath(path);
  for (auto [index, shard] : llvm::enumerate(shards)) {
    std::string target = shardPath(index, shards.size());
    Error error = add(files, target, [&, &shard = shard](int descriptor) {
      return writeShard(descriptor, target, shard);
    });
    if (error)
      return error;
  }
  if (shards.size() > 1)
    if (Error error = writeIndex(files, shards))
      return error;
  return files;
}

Expected<PendingFiles>
mlir::tp::safetensors::write(StringRef path, ArrayRef<TensorToWrite> tensors,
                             const WriteOptions &options) {
  return Writer(path, tensors, options).write();
}

//===----------------------------------------------------------------------===//
// PendingFiles
//===----------------------------------------------------------------------===//

PendingFiles::~PendingFiles() {
  for (Pending &pending : files)
    llvm::consumeError(pending.file.discard());
}

Error PendingFiles::commit() {
  // Undoes the first shards where a later one cannot take its place.
  archive::FileTransaction transaction;
  for (Pending &pending : files)
    if (Error error = archive::FileTransaction::place(std::move(pending.file),
                                                      pending.path))
      return error;
  files.clear();
  transaction.commit();
  return Error::success();
}
