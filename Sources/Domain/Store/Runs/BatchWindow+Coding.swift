import CivilTime
import Encoding
import ItemRecords

/// Encoding and decoding a waiting window as a line of a `BatchFile`.
extension BatchWindow {
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("window", id)
    writer.field("place", place)
    writer.field("conversation", conversation)
    writer.field("lines", lines.map(\.text).joined(separator: " "))
    writePeople(&writer)
    if !openItems.isEmpty { writer.field("open", .texts(openItems)) }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads a line; nil if it is not a window.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(bytes)
    self.init(id: "", place: 0, conversation: "", lines: [])
    var people: [String] = []
    var who: [[Int]] = []
    var times: [Int] = []
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "window": id = try reader.readString()
        case "place": place = try reader.readInt()
        case "conversation": conversation = try reader.readString()
        case "lines":
          for text in try reader.readString().split(separator: " ") {
            guard let line = Line(text) else { return nil }
            lines.append(line)
          }
        // Earlier versions kept the new messages only.
        case "digests": lines = try reader.readDigests().map { Line($0) }
        case "people": people = try reader.readArray { try $0.readString() }
        case "who": who = try reader.readArray { try $0.readArray { try $0.readInt() } }
        case "times": times = try reader.readArray { try $0.readInt() }
        case "open": openItems = try reader.readArray { try $0.readString() }
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      return nil
    }
    if id.isEmpty || place < 1 || !lines.contains(where: \.isNew) { return nil }
    for (index, places) in zip(lines.indices, who) {
      guard places.allSatisfy(people.indices.contains) else { return nil }
      lines[index].people = places.map { people[$0] }
    }
    for (index, time) in zip(lines.indices, times) where time != Self.untimed {
      lines[index].timestamp = Timestamp(microseconds: Int64(time))
    }
  }

  /// Stands for the time of a line without one.
  private static let untimed = -1 << 62

  /// Writes each name once, the places of each line's names in that list, and the times in microseconds.
  private func writePeople(_ writer: inout JSONWriter) {
    var names: [String] = []
    var places: [String: Int] = [:]
    let who = lines.map { line in
      line.people.map { name in
        if let place = places[name] { return JSONValue.int(place) }
        places[name] = names.count
        names.append(name)
        return .int(names.count - 1)
      }
    }
    writer.field("people", .texts(names))
    writer.field("who", .array(who.map { .array($0) }))
    writer.field(
      "times",
      .array(lines.map { .int($0.timestamp.map { Int($0.microseconds) } ?? Self.untimed) }))
  }
}

extension JSONReader {
  fileprivate mutating func readArray<Element>(
    _ element: (inout JSONReader) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try beginArray()
    while try nextElement() { elements.append(try element(&self)) }
    return elements
  }
}

extension BatchWindow.Line {
  /// The digest in hexadecimal, after `-` for context, and `2/3:` for the second part of three.
  fileprivate var text: String {
    let prefix = part.map { "\($0.number)/\($0.count):" } ?? ""
    return (isNew ? "" : "-") + prefix + String(digest, radix: 16)
  }

  fileprivate init?(_ text: Substring) {
    var rest = text
    let isNew = rest.first != "-"
    if !isNew { rest.removeFirst() }
    var part: BatchWindow.Part?
    if let end = rest.firstIndex(of: ":") {
      let numbers = rest[..<end].split(separator: "/").compactMap { Int($0) }
      guard numbers.count == 2, numbers[0] > 0, numbers[0] <= numbers[1] else { return nil }
      part = .init(number: numbers[0], count: numbers[1])
      rest = rest[end...].dropFirst()
    }
    guard let digest = UInt64(rest, radix: 16) else { return nil }
    self.init(digest, isNew: isNew, part: part)
  }
}
