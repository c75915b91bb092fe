/// The reason why `merge-items`, `review --json` or `deadline` cannot use a line of input.
struct LineProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
