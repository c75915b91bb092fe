import Glibc

/// The processors of this machine.
enum Processors {
  /// How many are in use by the system; at least one.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
