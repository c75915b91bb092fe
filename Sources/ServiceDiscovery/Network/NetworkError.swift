import Glibc

/// A system call that failed.
struct NetworkError: Error, CustomStringConvertible {
  var what: String
  var reason: String

  init(_ what: String, errno number: Int32) {
    self.what = what
    reason = String(cString: strerror(number))
  }

  var description: String { "cannot \(what): \(reason)" }
}
