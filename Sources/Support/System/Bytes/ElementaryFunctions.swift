public import Glibc

/// Exponential function and logarithms of the C library, for modules that must not import it.
extension Double {
  /// e to the power of `x`.
  @inlinable package static func exp(_ x: Double) -> Double { Glibc.exp(x) }
  /// The natural logarithm of `x`.
  @inlinable package static func log(_ x: Double) -> Double { Glibc.log(x) }
  /// The natural logarithm of 1 + `x`, also precise for a small `x`.
  @inlinable package static func log(onePlus x: Double) -> Double { log1p(x) }
}

extension Float {
  /// e to the power of `x`.
  @inlinable package static func exp(_ x: Float) -> Float { Glibc.exp(x) }
}
