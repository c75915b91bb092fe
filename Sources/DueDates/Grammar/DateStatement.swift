/// What the words from one place on state.
struct DateStatement {
  /// The deadline, if it is one.
  var dueDate: DueDate?
  /// Whether the words are no deadline by themselves and may be meant as one: `ETA 1 day`.
  var isLoose = false
  let reading: Reading
  let prefix: Prefix
  /// Where to go on; where it starts, if the words may still be part of something else.
  let end: Int

  init(reading: Reading, prefix: Prefix, end: Int) {
    self.reading = reading
    self.prefix = prefix
    self.end = end
  }
}
