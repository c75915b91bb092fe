/// BSON documents as mongodump writes them.
enum BSONBytes {
  static func document(_ elements: [UInt8]...) -> [UInt8] {
    let body = elements.joined()
    let length = UInt32(body.count + 5)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + body + [0]
  }

  /// A text element.
  static func text(_ name: String, _ value: String) -> [UInt8] {
    let count = value.utf8.count + 1
    return [2] + name.utf8 + [0] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
      + value.utf8 + [0]
  }
}
