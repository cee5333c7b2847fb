//===- File.cpp - Reading safetensors files -------------------------------===//
//
// Maps files, keeps their headers, follows indices.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Safetensors/File.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::tp::safetensors;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using mlir::tp::archive::printable;

static std::string toHex(uint64_t hash) {
  return llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
}

void Digest::add(ArrayRef<char> block) {
  hashes += toHex(llvm::xxh3_64bits(StringRef(block.data(), block.size())));
}

std::string Digest::finish() const {
  return toHex(llvm::xxh3_64bits(StringRef(hashes)));
}

//===----------------------------------------------------------------------===//
// File
//===----------------------------------------------------------------------===//

Error File::error(const Twine &message) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 filePath + ": " + message);
}

File::~File() {
  if (mapped)
    ::munmap(const_cast<char *>(mapped), mappedSize);
}

Error File::map() {
  // A pipe without a writer must not block: it is refused below.
  int descriptor = ::open(filePath.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return error("cannot open: " + llvm::sys::StrError(errno));
  llvm::scope_exit close([&] { ::close(descriptor); });
  Expected<archive::FileIdentity> found = archive::identify(descriptor);
  if (!found)
    return error(llvm::toString(found.takeError()));
  identity = *found;
  if (identity.size < 8)
    return error("expected a safetensors file, but it has only " +
                 Twine(identity.size) + " bytes");
  mappedSize = identity.size;
  void *address =
      ::mmap(nullptr, mappedSize, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED)
    return error("cannot map: " + llvm::sys::StrError(errno));
  mapped = static_cast<const char *>(address);
  return Error::success();
}

Error File::readHeader() {
  uint64_t size = llvm::support::endian::read64le(mapped);
  if (size > maxHeaderSize)
    return error("expected a safetensors file: its header would have " +
                 Twine(size) + " bytes, more than the " + Twine(maxHeaderSize) +
                 " that the format allows");
  if (size > mappedSize - 8)
    return error("the header of " + Twine(size) +
                 " bytes does not fit in the file of " + Twine(mappedSize));
  headerText = StringRef(mapped + 8, size);
  if (!headerText.starts_with("{"))
    return error("expected a safetensors file: its header does not start with "
                 "'{'");
  dataStart = 8 + size;
  Expected<Header> header = parseHeader(headerText, mappedSize - dataStart);
  if (!header)
    return error("header: " + llvm::toString(header.takeError()));
  fileHeader = std::move(*header);
  for (auto [index, tensor] : llvm::enumerate(fileHeader.tensors))
    byName.try_emplace(tensor.name, index);
  return Error::success();
}

Expected<std::shared_ptr<File>> File::open(StringRef path) {
  std::shared_ptr<File> file(new File(path));
  if (Error error = file->map())
    return error;
  if (Error error = file->readHeader())
    return error;
  return file;
}

const Tensor *File::find(StringRef name) const {
  auto it = byName.find(name);
  return it == byName.end() ? nullptr : &fileHeader.tensors[it->second];
}

ArrayRef<char> File::bytes(const Tensor &tensor) const {
  return ArrayRef<char>(mapped + dataStart + tensor.begin, tensor.size());
}

std::string File::fingerprint() const {
  return toHex(llvm::xxh3_64bits(headerText));
}

Error File::verify(const Tensor &tensor) const {
  StringRef digests = fileHeader.getMetadata(digestKey);
  size_t index = &tensor - fileHeader.tensors.data();
  if (digests.size() != 16 * fileHeader.tensors.size())
    return Error::success();
  Digest digest;
  for (ArrayRef<char> rest = bytes(tensor); !rest.empty();
       rest = rest.drop_front(std::min(rest.size(), Digest::blockSize)))
    digest.add(rest.take_front(Digest::blockSize));
  if (digest.finish() == digests.substr(16 * index, 16))
    return Error::success();
  return error("tensor '" + printable(tensor.name) +
               "' has another content than the file says: it changed after it "
               "was written");
}

Error File::checkUnchanged() const {
  return archive::checkUnchanged(filePath, identity);
}

//===----------------------------------------------------------------------===//
// Model
//===----------------------------------------------------------------------===//

/// The whole of a small file.
static Expected<std::string> readText(StringRef path) {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   path + ": " + message);
  };
  int descriptor =
      ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return fail("cannot open: " + llvm::sys::StrError(errno));
  llvm::scope_exit close([&] { ::close(descriptor); });
  auto identity = mlir::tp::archive::identify(descriptor);
  if (!identity)
    return fail(llvm::toString(identity.takeError()));
  if (identity->size > maxHeaderSize)
    return fail("expected an index of at most " + Twine(maxHeaderSize) +
                " bytes, got " + Twine(identity->size));
  std::string text(identity->size, '\0');
  size_t done = 0;
  while (done != text.size()) {
    ssize_t got = ::read(descriptor, text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return fail("cannot read: " + llvm::sys::StrError(got ? errno : EIO));
    done += got;
  }
  return text;
}

Error Model::openIndex(StringRef text) {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   filePath + ": " + message);
  };
  Expected<WeightMap> map = parseIndex(text);
  if (!map)
    return fail("index: " + llvm::toString(map.takeError()));
  llvm::StringMap<size_t> opened;
  for (const auto &[tensor, name] : *map) {
    auto [it, isNew] = opened.try_emplace(name, shards.size());
    if (isNew) {
      llvm::SmallString<256> path(llvm::sys::path::parent_path(filePath));
      llvm::sys::path::append(path, name);
      Expected<std::shared_ptr<File>> file = File::open(path);
      if (!file)
        return file.takeError();
      shards.push_back(std::move(*file));
    }
    if (!shards[it->second]->find(tensor))
      return fail("index: expected a tensor '" + printable(tensor) +
                  "' in file '" + printable(name) + "'");
    shardOf[tensor] = it->second;
  }
  return Error::success();
}

Expected<std::shared_ptr<Model>> Model::open(StringRef path) {
  std::shared_ptr<Model> model(new Model(path));
  std::string head = archive::readHead(path, 16);
  if (looksLikeIndex(head) && !looksLikeFile(head)) {
    Expected<std::string> text = readText(path);
    if (!text)
      return text.takeError();
    model->indexText = std::move(*text);
    if (Error error = model->openIndex(model->indexText))
      return error;
    return model;
  }
  Expected<std::shared_ptr<File>> file = File::open(path);
  if (!file)
    return file.takeError();
  model->shards.push_back(std::move(*file));
  return model;
}

std::pair<const File *, const Tensor *> Model::find(StringRef name) const {
  const File *file = nullptr;
  if (indexText.empty()) {
    file = shards.front().get();
  } else {
    auto it = shardOf.find(name);
    if (it == shardOf.end())
      return {};
    file = shards[it->second].get();
  }
  const Tensor *tensor = file->find(name);
  if (!tensor)
    return {};
  return {file, tensor};
}

std::string Model::fingerprint() const {
  if (indexText.empty())
    return shards.front()->fingerprint();
  std::string text = indexText;
  for (const std::shared_ptr<File> &shard : shards)
    text += shard->fingerprint();
  return toHex(llvm::xxh3_64bits(StringRef(text)));
}

Error Model::checkUnchanged() const {
  for (const std::shared_ptr<File> &shard : shards)
    if (Error error = shard->checkUnchanged())
      return error;
  return Error::success();
}
