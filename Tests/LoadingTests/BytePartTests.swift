import Testing

@testable import Loading

@Suite struct BytePartTests {
  @Test
  func `a part that reaches beyond the bytes is cut, and one that ends before it begins is empty`()
  {
    let bytes = Array("abc".utf8)
    bytes.withUnsafeBufferPointer { bytes in
      func text(_ part: Bytes) -> String { String(decoding: part, as: UTF8.self) }
      #expect(text(bytes.part(1, 2)) == "b" && text(bytes.part(0, 3)) == "abc")
      #expect(text(bytes.part(-5, 1)) == "a" && text(bytes.part(2, 9)) == "c")
      #expect(bytes.part(2, 1).isEmpty && bytes.part(9, 12).isEmpty && bytes.part(-3, -1).isEmpty)
      #expect(text(bytes.part(from: -1)) == "abc" && bytes.part(from: 4).isEmpty)
      #expect(Bytes(start: nil, count: 0).part(0, 1).isEmpty)
    }
  }
}
