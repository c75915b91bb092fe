/// The ids given to a command as operands or on standard input.
package enum IdentifierInput {
  /// Returns the ids without duplicates. The operand `-` stands for the words of standard input.
  package static func ids(_ operands: [String]) throws(CommandFailure) -> [String] {
    var ids: [String] = []
    for operand in operands {
      guard operand == "-" else {
        ids.append(operand)
        continue
      }
      while let line = readLine() {
        ids += line.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    guard !ids.isEmpty else { throw CommandFailure(.usage, "no IDs on standard input") }
    // A repeated id is used once.
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }
  }
}
