/// One thing of an older library, how it is recognised, and what replaces it.
public struct Rule: Sendable {
    /// Whose it is.
    public enum Library: String, Sendable, Hashable, CaseIterable {
        /// ADAL for Objective-C, of any version.
        case adal = "ADAL"
        /// MSAL before 2.0.0, as far as later versions lack it.
        case msal = "MSAL"
    }

    /// A stable name, for reports and for machines.
    public let id: String
    /// Whose it is.
    public let library: Library
    /// What was found, in a few words.
    public let what: String
    /// What replaces it, in a sentence.
    public let instead: String
    /// How it looks in Swift and in Objective-C.
    let patterns: [Pattern]
    /// What to write in Swift, with places for the call's arguments.
    let swift: Sketch?
    /// What to write in Objective-C.
    let objectiveC: Sketch?
    /// Arguments with which the use means something else, and the rule for that.
    let exception: Exception?

    /// An argument whose value makes a use another rule's.
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

/// How one thing is recognised. What a name alone cannot tell takes a call's labels or a variable's type.
enum Pattern: Sendable, Hashable {
    /// An identifier, in either language.
    case name(String)
    /// Every identifier that begins so and goes on.
    case prefix(String)
    /// A module or header that is imported.
    case imported(String)
    /// A Swift call by its name, its first label (nil matches any, `_` is none) and a label that it must not have.
    case call(String, first: String?, without: String? = nil)
    /// An initialiser in Swift: the type's name and a label that it must have.
    case creation(String, label: String)
    /// An Objective-C message by its first keyword, without the colon, keywords that it must have besides, and one that
    /// it must not.
    case message(String, also: [String] = [], without: String? = nil)
    /// A member so named that only the library has one, of anything, in files that use the library.
    case member(String)
    /// A member of a variable of that type, or a message to one.
    case memberOf(String, String)
}

extension [Pattern] {
    /// Each of the names.
    static func names(_ names: String...) -> [Pattern] { names.map { .name($0) } }

    /// Each of the names as ADAL had them until 5.0 (`AD...`) and since (`ADAL...`).
    static func adal(_ names: String...) -> [Pattern] {
        names.flatMap { [.name("AD\($0)"), .name("ADAL\($0)")] }
    }

    /// Each of the members.
    static func members(_ names: String...) -> [Pattern] { names.map { .member($0) } }
}
