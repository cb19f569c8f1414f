extension Int64 {
    /// The whole number at or below a floating-point one that came from outside; the nearest bound where it is out of
    /// range.
    ///
    /// - Parameter other: what stands for a value that is no number.
    init(bounded value: Double, orElse other: Int64) {
        // Within these bounds every whole number is one of floating point's too.
        self = value.isNaN ? other : Int64(Swift.min(Swift.max(value, -9e15), 9e15).rounded(.down))
    }
}
