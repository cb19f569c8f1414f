import KeyfobIdPDirectory

/// The rights that let a caller read the objects of a type.
struct GraphReading: Sendable {
    /// When a caller may read the own object without the right to read all.
    enum Own: Sendable, Hashable {
        case never
        case always
        case with(DirectoryRight)
    }

    /// A right to read a few properties of every object.
    struct Basic: Sendable, Hashable {
        let right: DirectoryRight
        let properties: Set<String>
    }

    /// The right to read everything of all objects; nil where each object's own type decides.
    let right: DirectoryRight?
    let own: Own
    let basic: Basic?

    /// Makes the rule of a type.
    init(_ right: DirectoryRight, own: Own = .never, basic: Basic? = nil) {
        self.right = right
        self.own = own
        self.basic = basic
    }

    private init() {
        right = nil
        own = .never
        basic = nil
    }

    /// The rule of a type whose objects have types of their own.
    static let ofEachObject = GraphReading()
}
