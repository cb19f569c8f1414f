extension Int64 {
    /// The nearest whole number that both types have exactly; 0 for what is none.
    init(clamping value: Double) { self = Int64(exactly: Swift.min(Swift.max(value, -9e15), 9e15).rounded()) ?? 0 }
}
