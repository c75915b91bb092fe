import Crypto
import Testing

@testable import Peering

/// Sealed frames. Below: `FrameReader`, which finds frames in a stream of bytes.
@Suite struct FrameTests {
  /// Three sealed frames, and their opener.
  private struct Sealed {
    var frames: [[UInt8]] = []
    var opener: FrameOpener

    init(_ texts: [String] = ["one", "two", "three"]) throws {
      let key = try #require(ChaCha20Poly1305(key: [UInt8](repeating: 3, count: 32)))
      var sealer = FrameSealer(key)
      opener = FrameOpener(key)
      for text in texts {
        var frame: [UInt8] = []
        sealer.seal(Array(text.utf8), to: &frame)
        frames.append(frame)
      }
    }

    mutating func open(_ frame: [UInt8]) -> String? {
      var body = Array(frame.dropFirst(4))
      return opener.open(&body) ? String(decoding: body, as: UTF8.self) : nil
    }
  }

  @Test func `frames are opened in the order in which they were sealed`() throws {
    var sealed = try Sealed()
    for (frame, text) in zip(sealed.frames, ["one", "two", "three"]) {
      #expect(frame.count == 4 + text.utf8.count + 16)
      #expect(sealed.open(frame) == text)
    }
  }

  @Test func `repeated, missing or reordered frames are not opened`() throws {
    var repeated = try Sealed()
    #expect(repeated.open(repeated.frames[0]) == "one")
    #expect(repeated.open(repeated.frames[0]) == nil)
    var dropped = try Sealed()
    #expect(dropped.open(dropped.frames[0]) == "one")
    #expect(dropped.open(dropped.frames[2]) == nil)
    var moved = try Sealed()
    #expect(moved.open(moved.frames[1]) == nil)
  }

  @Test func `a changed or truncated frame is not opened`() throws {
    let whole = try Sealed()
    let frame = whole.frames[0]
    for bit in 32..<frame.count * 8 {
      var changed = frame
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      var sealed = whole
      #expect(sealed.open(changed) == nil, "bit \(bit)")
    }
    for count in 4..<frame.count {
      var sealed = whole
      #expect(sealed.open(Array(frame[..<count])) == nil, "\(count) bytes")
    }
    var sealed = whole
    #expect(sealed.open(frame + [0]) == nil)
  }

  @Test func `equal texts are sealed to different bytes`() throws {
    let sealed = try Sealed(["same", "same", "same"])
    #expect(Set(sealed.frames).count == 3)
  }

  @Test func `frames are found however the bytes are split`() {
    let bytes = framed("one") + framed("") + framed("three")
    for size in 1...bytes.count {
      var reader = FrameReader(limit: 5)
      var found: [FrameReader.Next] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { reader.append($0) }
        while case let next = reader.next(), next != .nothing { found.append(next) }
      }
      #expect(found == ["one", "", "three"].map { .frame(Array($0.utf8)) })
    }
  }

  @Test(arguments: [[0, 0, 0, 6], [255, 255, 255, 255], [128, 0, 0, 0]] as [[UInt8]])
  func `an oversized length is refused before any of its frame arrives`(
    length: [UInt8]
  ) {
    var reader = FrameReader(limit: 5)
    length.withUnsafeBytes { reader.append($0) }
    #expect(reader.next() == .tooLong)
  }
}
