import Glibc

/// The processors of this machine.
public enum Processors {
  /// How many are in use by the system; at least one.
  public static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
