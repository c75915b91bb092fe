/// A failure that ends a command: what to say, and with which status.
struct CommandFailure: Error, Sendable, CustomStringConvertible {
  var status: ExitStatus
  var message: String

  var description: String { message }

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Throws what speaks against a command line: the first of these that is so.
  static func refuse(_ faults: (isSo: Bool, why: String)...) throws(CommandFailure) {
    if let fault = faults.first(where: \.isSo) { throw CommandFailure(.usage, fault.why) }
  }
}
