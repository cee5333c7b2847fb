//===- PickleTest.cpp - Pickles read as data ------------------------------===//
//
// Streams of Python's own, and streams that are damaged or hostile.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/TensorPlay/Pickle.h"
#include "gtest/gtest.h"

using namespace mlir::tp::pickle;
using llvm::StringRef;
using Kind = Object::Kind;

namespace {

template <size_t N> StringRef bytes(const char (&text)[N]) {
  return StringRef(text, N - 1);
}

std::string errorOf(StringRef stream) {
  auto decoded = Pickle::decode(stream);
  return decoded ? "" : llvm::toString(decoded.takeError());
}

TEST(Pickle, Containers) {
  // {'x': 1, 'l': [1.5, (True, None)]}
  auto decoded = Pickle::decode(
      bytes("\x80\x04}(\x8c\x01xK\x01\x8c\x01l](G\x3f\xf8\0\0\0\0\0\0\x88N\x86"
            "eu."));
  ASSERT_TRUE(bool(decoded)) << llvm::toString(decoded.takeError());
  const Object &root = decoded->root();
  ASSERT_TRUE(root.is(Kind::dict));
  ASSERT_EQ(root.items.size(), 4u);
  EXPECT_EQ(root.items[0]->text, "x");
  EXPECT_EQ(root.items[1]->integer, 1);
  const Object &list = *root.items[3];
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_EQ(list.items[0]->real, 1.5);
  ASSERT_EQ(list.items[1]->items.size(), 2u);
  EXPECT_TRUE(list.items[1]->items[0]->is(Kind::boolean));
}

TEST(Pickle, Integers) {
  auto integer = [](StringRef stream) {
    auto decoded = Pickle::decode(stream);
    return decoded ? decoded->root().integer : -99;
  };
  EXPECT_EQ(integer(bytes("J\xff\xff\xff\xff.")), -1);
  EXPECT_EQ(integer(bytes("M\x01\x02.")), 513);
  EXPECT_EQ(integer(bytes("\x8a\x02\0\x80.")), -32768);
  EXPECT_EQ(integer(bytes("\x8a\0.")), 0);
  auto big = Pickle::decode(bytes("\x8a\x09\0\0\0\0\0\0\0\0\x01."));
  ASSERT_TRUE(bool(big));
  EXPECT_TRUE(big->root().is(Kind::bigInteger));
}

TEST(Pickle, CallsAreNamedOnly) {
  auto decoded = Pickle::decode(bytes("cos\nsystem\nX\x02\0\0\0ls\x85R."));
  ASSERT_TRUE(bool(decoded)) << llvm::toString(decoded.takeError());
  EXPECT_TRUE(decoded->root().is(Kind::call));
  EXPECT_TRUE(decoded->root().callee()->isGlobal("os.system"));
  EXPECT_EQ(decoded->root().describe(), "os.system");
}

TEST(Pickle, StateAndMemo) {
  auto decoded = Pickle::decode(bytes("\x8c\x01m\x8c\x01n\x93)\x81\x94K\x07"
                                      "bh\x00\x86."));
  ASSERT_TRUE(bool(decoded)) << llvm::toString(decoded.takeError());
  EXPECT_TRUE(decoded->root().is(Kind::tuple));
  decoded = Pickle::decode(bytes("\x8c\x01m\x8c\x01n\x93)\x81\x94K\x07"
                                 "b."));
  ASSERT_TRUE(bool(decoded)) << llvm::toString(decoded.takeError());
  ASSERT_TRUE(decoded->root().state);
  EXPECT_EQ(decoded->root().state->integer, 7);
}

TEST(PickleErrors, Damage) {
  EXPECT_EQ(errorOf(""),
            "malformed pickle: it ends inside of an operation at byte 0");
  EXPECT_EQ(errorOf("."),
            "malformed pickle: an operation finds no object on the stack at "
            "byte 0");
  EXPECT_EQ(errorOf("NN."),
            "malformed pickle: it leaves more than one object at byte 2");
  EXPECT_EQ(errorOf("e."),
            "malformed pickle: an operation finds no mark on the stack at "
            "byte 0");
  EXPECT_EQ(errorOf(bytes("\x80\x09N.")),
            "malformed pickle: protocol 9 is newer than 5 at byte 0");
  EXPECT_EQ(errorOf(bytes("h\x05.")),
            "malformed pickle: it refers to an object that is not there at "
            "byte 0");
  EXPECT_EQ(errorOf("NNR."),
            "malformed pickle: expected a tuple of arguments, got None at "
            "byte 2");
  EXPECT_EQ(errorOf(bytes("X\xff\xff\xff\xff.")),
            "malformed pickle: it ends inside of an operation at byte 0");
}

/// No stream of few bytes crashes; most are errors.
TEST(PickleErrors, EveryShortStream) {
  std::string stream(3, '\0');
  for (unsigned i = 0; i < (1u << 24); i += 37) {
    stream[0] = static_cast<char>(i);
    stream[1] = static_cast<char>(i >> 8);
    stream[2] = static_cast<char>(i >> 16);
    auto decoded = Pickle::decode(stream);
    if (!decoded)
      llvm::consumeError(decoded.takeError());
  }
}

} // namespace
