import Glibc

/// The error of a system call, by its number (errno(3)). The function `system` makes a call and throws this error.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// The reason in the system's words.
  package var description: String { String(cString: strerror(number)) }
}

extension SystemError {
  package static let accessDenied = SystemError(EACCES)
  package static let closedPipe = SystemError(EPIPE)
  package static let connectionRefused = SystemError(ECONNREFUSED)
  package static let exists = SystemError(EEXIST)
  package static let fileTooLarge = SystemError(EFBIG)
  package static let hardware = SystemError(EIO)
  package static let invalid = SystemError(EINVAL)
  package static let missing = SystemError(ENOENT)
  package static let noLocks = SystemError(ENOLCK)
  /// A pipe that nobody reads, or a device that is not there.
  static let noReader = SystemError(ENXIO)
  package static let noSpace = SystemError(ENOSPC)
  package static let notAFolder = SystemError(ENOTDIR)
  package static let notPermitted = SystemError(EPERM)
  package static let overQuota = SystemError(EDQUOT)
  package static let readOnly = SystemError(EROFS)
  /// A symbolic link that may not be followed, or links that run in a circle.
  package static let symbolicLink = SystemError(ELOOP)
  /// The process has as many open files as it may have.
  package static let tooManyFiles = SystemError(EMFILE)
  /// All processes together have as many open files as they may have.
  package static let tooManyFilesInSystem = SystemError(ENFILE)
  package static let unsupported = SystemError(EOPNOTSUPP)
  package static let wouldBlock = SystemError(EAGAIN)

  /// The error of the last failed call on this thread.
  static var last: SystemError { SystemError(errno) }
}

/// Makes a system call, again if a signal interrupted it (signal(7)). Throws the error of a negative result.
@discardableResult
func system<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw .last }
  }
}
