/// What is wrong with a line that a command reads.
struct LineProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
