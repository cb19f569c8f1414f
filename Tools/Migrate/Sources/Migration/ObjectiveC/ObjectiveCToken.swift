/// A token of Objective-C, with its location.
struct ObjectiveCToken {
    enum Kind: Equatable {
        /// A name or a keyword.
        case identifier
        /// A sign, one byte each.
        case sign
        /// A string or a character, with its quotes.
        case literal
        /// A number.
        case number
        /// The name in `#import`, `#include` or `@import`, without its quotes.
        case imported
    }

    let kind: Kind
    let text: String
    /// Byte offsets into the file.
    let range: Range<Int>
    let line: Int
    let column: Int

    func isSign(_ sign: Character) -> Bool { kind == .sign && text.first == sign }
}
