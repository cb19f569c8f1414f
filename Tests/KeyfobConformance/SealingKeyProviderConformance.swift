package import KeyfobCache
import KeyfobCore
import KeyfobCrypto

/// The requirements of every ``KeyfobCache/SealingKeyProvider``. The subject is an accessible, empty place.
package enum SealingKeyProviderConformance {
    private static let id = "0f0e0d0c-0b0a-4908-8706-050403020100"
    private static let otherID = "ffffffff-0b0a-4908-8706-050403020100"

    /// All checks.
    package static let checks: [ConformanceCheck<any SealingKeyProvider>] = [
        ConformanceCheck("a created key is found again, and opens data that it sealed") { provider in
            let made = try provider.create(id: id)
            let sealed = try made.seal([1, 2, 3], nonce: Array(0..<12), associatedData: [4])
            let plain = try provider.key(id: id).open(sealed, associatedData: [4])
            try require(plain == [1, 2, 3], "the same key")
        },
        ConformanceCheck("two ids have two keys") { provider in
            let sealed = try provider.create(id: id).seal([1], nonce: Array(0..<12), associatedData: [])
            let other = try provider.create(id: otherID)
            try require((try? other.open(sealed, associatedData: [])) == nil, "another key")
            try require((try? provider.key(id: otherID).open(sealed, associatedData: [])) == nil, "still another")
            let plain = try provider.key(id: id).open(sealed, associatedData: [])
            try require(plain == [1], "the first is untouched")
        },
        ConformanceCheck("an id is used once: an existing key stays") { provider in
            let sealed = try provider.create(id: id).seal([1], nonce: Array(0..<12), associatedData: [])
            try require(failure { _ = try provider.create(id: id) } == .storeUnavailable, "storeUnavailable")
            let plain = try provider.key(id: id).open(sealed, associatedData: [])
            try require(plain == [1], "the first key")
        },
        ConformanceCheck("a missing key is a locked store whose error names the place, and none is created") {
            provider in
            for _ in 0..<2 {
                do {
                    _ = try provider.key(id: id)
                    throw ConformanceFailure(description: "no key")
                } catch let error as AuthError {
                    try require(error.code == .storeLocked, "storeLocked")
                    try require(error.description.contains(provider.place), "the place is named")
                }
            }
        },
        ConformanceCheck("removing a key removes it alone, and removing it again has no effect") { provider in
            _ = try provider.create(id: id)
            _ = try provider.create(id: otherID)
            for _ in 0..<2 { try provider.remove(id: id) }
            try require(failure { _ = try provider.key(id: id) } == .storeLocked, "storeLocked")
            _ = try provider.key(id: otherID)
        },
        ConformanceCheck("the place has a name that does not change") { provider in
            let name = provider.place
            _ = try provider.create(id: id)
            try require(!name.isEmpty && name == provider.place && !name.contains("/"), "a name, no path")
        },
    ]

    private static func failure(_ body: () throws -> Void) -> AuthError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? AuthError)?.code
        }
    }
}
