package import Encoding

/// What is wrong with a gold file; lines are counted from 1.
package enum GoldError: Error, Hashable, Sendable, CustomStringConvertible {
  case notJSON(line: Int, JSONError)
  /// A line lacks something, or has it in a form that is not understood.
  case badField(line: Int, field: String, problem: String)
  case repeatedConversation(line: Int, id: String)
  case empty

  package var description: String {
    switch self {
    case .notJSON(let line, let error): "line \(line): \(error)"
    case .badField(let line, let field, let problem): "line \(line): '\(field)' \(problem)"
    case .repeatedConversation(let line, let id):
      "line \(line): a conversation '\(id)' was there before"
    case .empty: "holds no labelled conversation"
    }
  }
}

/// The members of an object, in the form that they have to have.
struct LabelFields {
  let value: JSONValue
  let line: Int

  /// The objects of a file that has one a line; empty lines are passed over.
  static func lines(of bytes: some Collection<UInt8>) throws(GoldError) -> [LabelFields] {
    var lines: [LabelFields] = []
    let split = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in split.enumerated() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(JSONError) {
        lines.append(LabelFields(value: try JSONValue(parsing: line), line: index + 1))
      } catch {
        throw .notJSON(line: index + 1, error)
      }
    }
    if lines.isEmpty { throw .empty }
    return lines
  }

  func requiredObjects(_ name: String) throws(GoldError) -> [LabelFields] {
    try requiredArray(name).map { LabelFields(value: $0, line: line) }
  }

  func fault(_ name: String, _ problem: String) -> GoldError {
    .badField(line: line, field: name, problem: problem)
  }

  /// A text, or a number as it is written; nil where there is none.
  func text(_ name: String) throws(GoldError) -> String? {
    switch value[name] {
    case nil, .null?: return nil
    case .string(let text)?, .number(let text)?: return text
    default: throw fault(name, "has to be a text")
    }
  }

  /// A text that is not empty; nil where there is none.
  func filledText(_ name: String) throws(GoldError) -> String? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    return text
  }

  func requiredText(_ name: String) throws(GoldError) -> String {
    guard let text = try filledText(name) else { throw fault(name, "is missing") }
    return text
  }

  func requiredArray(_ name: String) throws(GoldError) -> [JSONValue] {
    guard let array = value[name]?.array else {
      throw fault(name, value[name] == nil ? "is missing" : "has to be a list")
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
    default: throw fault(name, "has to be a list")
    }
  }
}
