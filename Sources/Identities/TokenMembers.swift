import JSONText

/// The members of a small JSON object, each of them there once.
struct TokenMembers {
  private let members: [JSONValue.Member]

  /// How deep the JSON may be.
  private static let depth = 4
  /// Members that there may be.
  private static let limit = 32

  /// Reads an object; `part` names it for the problem that is thrown where it is none.
  init(_ bytes: [UInt8], _ part: String) throws(TokenProblem) {
    let read = bytes.withUnsafeBufferPointer { buffer -> (value: JSONValue, mended: Int)? in
      var reader = JSONReader(buffer, limits: .init(depth: Self.depth))
      do throws(JSONError) {
        let value = try JSONValue(reading: &reader)
        try reader.finish()
        return (value, reader.mendedStrings)
      } catch {
        return nil
      }
    }
    guard let read else { throw .malformed("its \(part) is no JSON") }
    // Text that was mended is no longer what was signed.
    guard read.mended == 0 else { throw .malformed("its \(part) is no UTF-8") }
    guard let members = read.value.object, members.count <= Self.limit else {
      throw .malformed("its \(part) is no small JSON object")
    }
    guard Set(members.map(\.key)).count == members.count else {
      throw .malformed("its \(part) has two members of one name")
    }
    self.members = members
  }

  var names: [String] { members.map(\.key) }

  subscript(name: String) -> JSONValue? { members.first { $0.key == name }?.value }
}
