/// A problem with an input line.
struct LineProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
