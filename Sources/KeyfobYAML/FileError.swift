/// Why a file is refused. The text never contains a value that may be secret.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where it was found; nil if no place in a file is at fault.
    package let place: SourcePlace?
    /// The member at fault with its path in its object, if there is one.
    package let member: String?
    /// What is wrong, as a sentence.
    package let message: String

    /// Makes an error.
    package init(_ message: String, at place: SourcePlace?, member: String? = nil) {
        self.place = place
        self.member = member
        self.message = message
    }

    /// The place, and the message.
    package var description: String { (place.map { "\($0.text): " } ?? "") + message }
}
