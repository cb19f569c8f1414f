import KeyfobBackport

/// Claims that are given, or that are read once on first access. Two values are equal if their claims are.
struct ProfileClaims: Sendable, Hashable {
    private enum State: Sendable {
        case value([String: JSONValue]?)
        case reading(Deferred)
    }

    private final class Deferred: Sendable {
        private let read: @Sendable () -> [String: JSONValue]?
        private let known = Mutex<[String: JSONValue]??>(nil)

        init(_ read: @escaping @Sendable () -> [String: JSONValue]?) { self.read = read }

        var value: [String: JSONValue]? {
            known.withLock { known in
                if let known { return known }
                let value = read()
                known = .some(value)
                return value
            }
        }
    }

    private let state: State

    init(_ value: [String: JSONValue]?) { state = .value(value) }

    init(reading: @escaping @Sendable () -> [String: JSONValue]?) { state = .reading(Deferred(reading)) }

    var value: [String: JSONValue]? {
        switch state {
        case .value(let value): value
        case .reading(let deferred): deferred.value
        }
    }

    static func == (left: ProfileClaims, right: ProfileClaims) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
