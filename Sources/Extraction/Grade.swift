/// How thoroughly a message was read.
///
/// A run of a higher grade takes up messages of a lower one again.
public enum Grade: Int, Comparable, CaseIterable, Sendable {
  /// Not at all: the mark says that an edited version of the message was read, so that one that was not
  /// edited is older, whichever export is read first.
  case edited = 0
  /// By the offline model.
  case offline = 1
  /// By the offline model, which saw no reason to ask the endpoint. A run that has the endpoint asked about
  /// everything takes it up again.
  case skipped = 2
  /// By the endpoint, whose filter refused it, in stores of earlier versions: what is refused is noted as a
  /// failure now, so that it is taken up again.
  case refused = 3
  /// By the endpoint.
  case endpoint = 4

  /// Lower grades come first.
  public static func < (a: Grade, b: Grade) -> Bool { a.rawValue < b.rawValue }
}
