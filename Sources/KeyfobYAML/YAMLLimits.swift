/// The limits of one file: the reader refuses a file as soon as it is beyond them.
enum YAMLLimits {
    /// The depth of objects and lists in each other.
    static let depth = 64
    /// The number of values.
    static let values = 1_000_000
}
