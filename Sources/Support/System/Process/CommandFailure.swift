/// A failure that ends a command, with its message and exit status.
package struct CommandFailure: Error, Sendable, CustomStringConvertible {
  package var status: ExitStatus
  package var message: String

  package var description: String { message }

  package init(_ status: ExitStatus, _ message: String) {
    (self.status, self.message) = (status, message)
  }
}

/// Throws a usage error if a condition holds.
package func refuse(if isSo: Bool, _ why: @autoclosure () -> String) throws(CommandFailure) {
  if isSo { throw CommandFailure(.usage, why()) }
}
