/// Why a line of the input cannot be used.
struct LineProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
