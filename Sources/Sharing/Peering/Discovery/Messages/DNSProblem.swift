/// The reason why bytes are not a valid DNS message.
enum DNSProblem: Error {
  /// The message is cut off or too long.
  case length
  /// A name is too long or loops.
  case name
  /// The data of a record does not fit its type.
  case content
}
