import Glibc

/// What the program was started with, beside its arguments.
enum Surroundings {
  /// The environment's variables; of two with one name the first, as `getenv` takes it.
  static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let words = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2, variables[String(words[0])] == nil {
        variables[String(words[0])] = String(words[1])
      }
      next += 1
    }
    return variables
  }
}
