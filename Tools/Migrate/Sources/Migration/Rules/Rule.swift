/// One use of an older library: how it is recognised, and its replacement.
public struct Rule: Sendable {
    /// The library of a use.
    public enum Library: String, Sendable, Hashable, CaseIterable {
        /// ADAL for Objective-C, of any version.
        case adal = "ADAL"
        /// MSAL before 2.0.0: the APIs that later versions removed.
        case msal = "MSAL"
    }

    /// A stable name, for reports and tools.
    public let id: String
    /// The library.
    public let library: Library
    /// The meaning of the use, in a few words.
    public let what: String
    /// The replacement, in a sentence.
    public let instead: String
    /// The patterns of the use in Swift and in Objective-C.
    let patterns: [Pattern]
    /// The code to write in Swift, with places for the call's arguments.
    let swift: Sketch?
    /// The code to write in Objective-C.
    let objectiveC: Sketch?
    /// The arguments for which another rule applies.
    let exception: Exception?

    /// Whether there is code to write in Swift.
    public var hasSwift: Bool { swift != nil }
    /// Whether there is code to write in Objective-C.
    public var hasObjectiveC: Bool { objectiveC != nil }

    /// Values of an argument for which another rule applies.
    struct Exception: Sendable {
        let argument: String
        let values: [String]
        let rule: String
    }

    init(
        _ id: String, _ library: Library, _ what: String, instead: String, _ patterns: [Pattern],
        swift: Sketch? = nil, objectiveC: Sketch? = nil, except exception: Exception? = nil
    ) {
        self.id = id
        self.library = library
        self.what = what
        self.instead = instead
        self.patterns = patterns
        self.swift = swift
        self.objectiveC = objectiveC
        self.exception = exception
    }
}

/// A pattern of a use. If a name alone is ambiguous, it includes a call's labels or a variable's type.
enum Pattern: Sendable, Hashable {
    /// An identifier, in either language.
    case name(String)
    /// Every longer identifier with this prefix.
    case prefix(String)
    /// A module or header that is imported.
    case imported(String)
    /// A Swift call by its name, its first label (nil matches any, `_` is none) and a label that it must not have.
    case call(String, first: String?, without: String? = nil)
    /// An initialiser in Swift: the type's name and a required label.
    case creation(String, label: String)
    /// An Objective-C message by its first keyword, without the colon, further keywords that it must have, and one that
    /// it must not have.
    case message(String, also: [String] = [], without: String? = nil)
    /// A member whose name is unique to the library, of any type, in files that use the library.
    case member(String)
    /// A member of a variable of that type, or a message to it.
    case memberOf(String, String)
}

extension [Pattern] {
    /// Each of the names.
    static func names(_ names: String...) -> [Pattern] { names.map { .name($0) } }

    /// Each of the names with ADAL's prefix until 5.0 (`AD...`) and since (`ADAL...`).
    static func adal(_ names: String...) -> [Pattern] {
        names.flatMap { [.name("AD\($0)"), .name("ADAL\($0)")] }
    }

    /// Each of the members.
    static func members(_ names: String...) -> [Pattern] { names.map { .member($0) } }
}
