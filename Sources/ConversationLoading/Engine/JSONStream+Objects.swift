import JSONText

extension JSONStream {
  /// Enters an array and calls `body` in front of each object in it; what is none is stepped over, once `skip` was
  /// told.
  mutating func forEachObject(
    _ body: (inout JSONStream) throws -> Void, else skip: () -> Void = {}
  ) throws {
    try beginArray()
    while try nextElement() {
      if try peek() == .object {
        try body(&self)
      } else {
        skip()
        try skipValue()
      }
    }
  }
}
