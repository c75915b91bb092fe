/// Something that is worked out from the rest of a value and kept for the next time: it makes no
/// difference to what the value is.
struct Unstored<Value: Sendable>: Hashable, Sendable {
  var value: Value?

  static func == (a: Unstored, b: Unstored) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
