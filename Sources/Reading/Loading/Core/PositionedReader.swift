import Encoding

/// Reads JSON values and lines at known offsets of a file, with one large read for adjacent ones.
final class PositionedReader {
  private let file: any PositionedBytes
  private let limit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  /// The offset of the buffered bytes in the file.
  private var start = 0
  private var count = 0
  /// The number of bytes to read at once: few if the records of many conversations are interleaved, many if records
  /// are adjacent.
  private var stride = PositionedReader.usualLengths.upperBound

  /// The running average of 1.5 times a record's length, within `usualLengths`. Bytes beyond a record are wasted if the
  /// next one lies elsewhere.
  private var usual = PositionedReader.usualLengths.upperBound

  private static let usualLengths = 512...2048
  /// The largest gap between two records that is read with them, because a separate read costs more.
  private static let gap = 8192
  private static let most = 1 << 17

  /// Creates a reader for records of at most `limit` bytes.
  init(_ file: any PositionedBytes, limit: Int = 16 << 20) {
    self.file = file
    self.limit = limit
    buffer = .allocate(byteCount: Self.most, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Reads the JSON value at an offset. `read` may be called again from its start.
  func value<Value>(
    at offset: Int, limits: JSONReader.Limits,
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    var length = usual
    while true {
      let bytes = try bytes(at: offset, atLeast: length)
      do throws(JSONError) {
        var reader = JSONReader(bytes, limits: limits)
        let value = try read(&reader)
        let wanted = reader.position + reader.position / 2
        usual = min(
          max(usual - usual / 8 + wanted / 8, Self.usualLengths.lowerBound),
          Self.usualLengths.upperBound)
        return value
      } catch {
        // The value goes beyond the buffer: read it again with more bytes.
        if error.reason == .endOfText, bytes.count >= length {
          guard bytes.count < limit else { throw JSONError(.tooLong(limit: limit), at: offset) }
          length = min(bytes.count * 2, limit)
          continue
        }
        throw JSONError(error.reason, at: offset + error.offset)
      }
    }
  }

  /// The bytes from an offset on: at least `length` of them unless the file ends before.
  func bytes(at offset: Int, atLeast length: Int) throws -> UnsafeBufferPointer<UInt8> {
    if offset < start || offset + length > start + count { try fill(from: offset, length: length) }
    let rest = UnsafeRawBufferPointer(rebasing: buffer[(offset - start)..<count])
    return rest.assumingMemoryBound(to: UInt8.self)
  }

  private func fill(from offset: Int, length: Int) throws {
    if offset >= start, offset < start + count {
      // The beginning is buffered already.
      let kept = start + count - offset
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[(offset - start)..<count]))
      count = kept
      stride = min(stride * 2, Self.most)
    } else {
      let isNear = offset >= start && offset - start - count < Self.gap
      stride = isNear ? min(stride * 2, Self.most) : usual
      count = 0
    }
    start = offset
    if buffer.count < length {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      buffer.deallocate()
      buffer = larger
    }
    let wanted = min(buffer.count, max(length, stride))
    while count < wanted {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<wanted])
      let added = try file.read(into: room, at: start + count)
      if added == 0 { return }
      count += added
    }
  }
}
