import Crypto
import Testing

@Suite struct ConstantTimeTests {
  @Test func `secrets are equal when all of their bytes are`() {
    #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
    #expect(ConstantTime.areEqual([], []))
    #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 4]))
    #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
    #expect(!ConstantTime.areEqual([1, 2], [1, 2, 1, 2]))
    #expect(!ConstantTime.areEqual([1, 2], []))
    #expect(!ConstantTime.areEqual([], [1]))
  }
}
