/// A set of OAuth scopes (RFC 6749 section 3.3). Each keeps its spelling, and two that differ only by letter case are
/// the same scope, as in every cache of the MSAL family but MSAL Python's.
public struct ScopeSet: Sendable, Hashable, CustomStringConvertible, ExpressibleByArrayLiteral, Sequence {
    /// The scopes in the order they were added, in their original spelling.
    public private(set) var values: [String]
    /// The scopes in lower case, sorted: sets are small, and comparing text is cheaper than hashing it.
    private var keys: [String]

    /// The scopes that OpenID Connect reserves; an app does not pass them.
    public static let reserved: ScopeSet = ["openid", "profile", "offline_access"]

    /// Makes a set; of several spellings of one scope the first stays, and empty strings are dropped.
    public init(_ scopes: some Sequence<String>) {
        values = []
        keys = []
        values.reserveCapacity(scopes.underestimatedCount)
        keys.reserveCapacity(scopes.underestimatedCount)
        var rest: [String] = []
        for scope in scopes {
            if keys.count < Self.fewKeys { insert(scope) } else { rest.append(scope) }
        }
        if !rest.isEmpty { insert(contentsOf: rest) }
    }

    /// Splits a wire value (`scope` in a request or response) at its spaces.
    public init(spaceSeparated text: String) {
        self.init(text.parts(separatedBy: " "))
    }

    /// Makes a set from literal scopes.
    public init(arrayLiteral elements: String...) { self.init(elements) }

    /// Whether the set is empty.
    public var isEmpty: Bool { values.isEmpty }
    /// The number of scopes.
    public var count: Int { values.count }
    /// The wire value: the scopes in order, separated by single spaces.
    public var description: String { values.joined(separator: " ") }

    /// The scopes in lower case, sorted and separated by single spaces: the same for equal sets.
    package var canonicalDescription: String { keys.joined(separator: " ") }

    /// The scopes that a stored token must have for a request of this set: servers grant `email` without naming it, so
    /// it is ignored unless it is the only scope.
    package var deciding: ScopeSet {
        guard contains("email") else { return self }
        let others = subtracting(["email"])
        return others.isEmpty ? self : others
    }

    /// Adds a scope, unless the set contains it in some spelling.
    public mutating func insert(_ scope: String) {
        guard !scope.isEmpty else { return }
        let key = scope.inLowerCase
        let place = place(of: key)
        guard place == keys.count || keys[place] != key else { return }
        keys.insert(key, at: place)
        values.append(scope)
    }

    /// Whether a scope is in the set, in any spelling.
    public func contains(_ scope: String) -> Bool { holds(scope.inLowerCase) }
    /// Whether all of these scopes are in the other set.
    public func isSubset(of other: ScopeSet) -> Bool { keys.allSatisfy(other.holds) }
    /// Whether the two sets share a scope.
    public func intersects(_ other: ScopeSet) -> Bool { keys.contains(where: other.holds) }
    /// Returns these scopes followed by the other's.
    public func union(_ other: ScopeSet) -> ScopeSet { ScopeSet(values + other.values) }
    /// Returns these scopes without the other's.
    public func subtracting(_ other: ScopeSet) -> ScopeSet { ScopeSet(values.filter { !other.contains($0) }) }
    /// The scopes in order.
    public func makeIterator() -> IndexingIterator<[String]> { values.makeIterator() }

    /// Two sets are equal if they contain the same scopes in any order and spelling.
    public static func == (left: ScopeSet, right: ScopeSet) -> Bool { left.keys == right.keys }
    /// Feeds the scopes' spelling-independent form to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(keys) }

    /// The size up to which each scope is inserted in order. Beyond it, each insertion would move all others: a list of
    /// n scopes from an unauthenticated client would cost n squared.
    private static let fewKeys = 16

    private mutating func insert(contentsOf scopes: [String]) {
        var seen = Set(keys)
        for scope in scopes where !scope.isEmpty {
            let key = scope.inLowerCase
            guard seen.insert(key).inserted else { continue }
            keys.append(key)
            values.append(scope)
        }
        keys.sort()
    }

    private func holds(_ key: String) -> Bool {
        let place = place(of: key)
        return place < keys.count && keys[place] == key
    }

    /// Returns the position of a key, or where it would be inserted.
    private func place(of key: String) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = low + (high - low) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension ScopeSet {
    /// Returns the scope for all permissions that the app's registration lists for a resource, as a version 1
    /// `resource` does: the resource's identifier with `/.default` appended.
    ///
    /// A resource whose identifier ends with a slash gets two slashes, because the provider takes the text before the
    /// last slash for the identifier, which becomes the token's audience.
    ///
    /// - Parameter resource: the identifier as registered: `https://graph.microsoft.com`, `api://files`, an app id.
    public static func everyPermission(of resource: String) -> ScopeSet { ["\(resource)/.default"] }
}
