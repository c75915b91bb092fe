/// A failure that ends a command: what to say, and with which status.
struct CommandFailure: Error, Sendable, CustomStringConvertible {
  var status: ExitStatus
  var message: String

  var description: String { message }

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
