import Foundation

/// cos(πx).
func cosine(of x: Double) -> Double { cos(Double.pi * x) }

/// xⁿ.
func power(_ x: Float, _ n: Int) -> Float { Float(pow(Double(x), Double(n))) }

/// The natural logarithm.
func logarithm(_ x: Float) -> Double { log(Double(x)) }
