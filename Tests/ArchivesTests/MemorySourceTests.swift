import Archives
import Testing

@Suite struct MemorySourceTests {
  @Test(arguments: [
    ("beginning", 0, 3, "abc"), ("middle", 2, 2, "cd"), ("over the end", 4, 10, "ef"),
    ("at the end", 6, 10, ""), ("beyond the end", 100, 10, ""), ("far beyond", Int.max, 10, ""),
    ("before the beginning", -1, 10, ""), ("no room", 0, 0, ""),
  ])
  func `bytes are read from any place`(
    name: String, offset: Int, count: Int, text: String
  ) {
    let memory = MemorySource(Array("abcdef".utf8))
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = memory.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    #expect(bytes == Array(text.utf8), "\(name)")
  }
}
