import KeyfobBackport
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import Testing

@testable import KeyfobIdPCore

@Suite("The passwords that a request has compared")
struct ComparedPasswordsTests {
    @Test("One password is compared once with one hash, however often the request starts again")
    func once() async throws {
        let count = Mutex(0)
        let checker = PasswordChecker(cost: .test, places: 4, patience: .seconds(60)) { _, _ in
            count.withLock { $0 += 1 }
            return true
        }
        let compared = ComparedPasswords()
        let hash = try PasswordHash(password: Secret("right"), salt: Array(repeating: 1, count: 16), parameters: .test)
            .encoded
        for _ in 0..<8 { #expect(try await compared.verifies(Secret("right"), hash: hash, by: checker)) }
        #expect(count.withLock { $0 } == 1)
        // Another password, and another hash (the user has changed it meanwhile), are compared anew.
        _ = try await compared.verifies(Secret("other"), hash: hash, by: checker)
        #expect(count.withLock { $0 } == 2)
        #expect(try await compared.verifies(Secret("right"), hash: nil, by: checker) == false)
        #expect(count.withLock { $0 } == 3)
        // Another request compares for itself.
        _ = try await ComparedPasswords().verifies(Secret("right"), hash: hash, by: checker)
        #expect(count.withLock { $0 } == 4)
    }
}
