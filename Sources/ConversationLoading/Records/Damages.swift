import JSONText

/// What is wrong with a file: the first of it, and how much.
struct Damages {
  private(set) var first: JSONError?
  private(set) var count = 0

  mutating func note(_ error: JSONError) {
    first = first ?? error
    count += 1
  }
}
