/// A Swift file for MSAL, and what is left to do in it.
public struct RewrittenFile: Sendable {
    /// A use that someone has to change, or to look at.
    public struct Rest: Sendable, Hashable {
        /// The line in the original file, from 1.
        public let line: Int
        /// The text that was found there.
        public let found: String
        /// Why it was not rewritten, or what to write instead.
        public let reason: String
        /// Whether the file compiles as it is, and someone only has to look at this place.
        public let compiles: Bool
    }

    /// The file's absolute path.
    public let path: String
    /// The path relative to the folder that was searched.
    public let shown: String
    /// The file's new text.
    public let text: String
    /// The number of uses that were rewritten or removed.
    public let rewritten: Int
    /// What is left, in the order of lines.
    public let rest: [Rest]
}
