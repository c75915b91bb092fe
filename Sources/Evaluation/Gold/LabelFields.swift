import JSONText

/// The members of an object, in the form that they have to have.
struct LabelFields {
  let value: JSONValue
  let line: Int

  /// The objects of a file that has one a line; empty lines are passed over.
  static func lines(of bytes: some Collection<UInt8>) throws(GoldError) -> [LabelFields] {
    var lines: [LabelFields] = []
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(JSONError) {
        lines.append(LabelFields(value: try JSONValue(parsing: line), line: number))
      } catch {
        throw .notJSON(line: number, error)
      }
    }
    if lines.isEmpty { throw .empty }
    return lines
  }

  /// The objects of a list.
  func requiredObjects(_ name: String) throws(GoldError) -> [LabelFields] {
    try requiredArray(name).map { LabelFields(value: $0, line: line) }
  }

  /// A text, or a number as it is written; nil where there is none.
  func text(_ name: String) throws(GoldError) -> String? {
    switch value[name] {
    case nil, .null?: return nil
    case .string(let text)?, .number(let text)?: return text
    default: throw .badField(line: line, field: name, problem: "has to be a text")
    }
  }

  func requiredText(_ name: String) throws(GoldError) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw .badField(line: line, field: name, problem: "is missing")
    }
    return text
  }

  func requiredArray(_ name: String) throws(GoldError) -> [JSONValue] {
    guard let array = value[name]?.array else {
      throw .badField(
        line: line, field: name, problem: value[name] == nil ? "is missing" : "has to be a list")
    }
    return array
  }

  /// Texts; names may stand in objects.
  func texts(_ name: String) throws(GoldError) -> [String] {
    switch value[name] {
    case nil, .null?: return []
    case .array(let elements)?:
      return elements.compactMap { element in
        if case .number(let digits) = element { return digits }
        return element.string ?? element["name"]?.string
      }
    default: throw .badField(line: line, field: name, problem: "has to be a list")
    }
  }
}
