import Glibc

/// The three standard streams of the process.
public enum StandardStreams {
  /// Fills the places of streams that the process was started without, so that no other file comes to stand
  /// there and is written to as if it were one of them.
  ///
  /// Reading and writing them fails as it would without.
  public static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
