package import KeyfobCache
import KeyfobCore

/// The requirements of every ``KeyfobCache/CredentialStore``.
///
/// The subject is a factory that opens one and the same store each time: handles stand for processes. Each check gets
/// the factory of an empty store.
package enum CredentialStoreConformance {
    /// Opens the store.
    package typealias Opening = @Sendable () throws -> any CredentialStore

    /// All checks.
    package static var checks: [ConformanceCheck<Opening>] { content + transactions + sharing }

    private static let content: [ConformanceCheck<Opening>] = [
        ConformanceCheck("an empty store contains nothing") { open in
            let store = try open()
            try require(try store.partition(homeAccountID: CredentialSamples.home) == nil, "no partition")
            try require(try store.homeAccountIDs().isEmpty, "no accounts")
            try require(try store.appMetadata(clientID: "c", environment: "e") == nil, "no metadata")
        },
        ConformanceCheck("every member of every kind is read back, unknown ones too") { open in
            let store = try open()
            let written = [
                CredentialSamples.accessToken("at", scopes: ["b.B", "A"], unknown: ["x": [1, nil], "y": "z"]),
                CredentialSamples.refreshToken("rt"), CredentialSamples.refreshToken("frt", family: "1"),
                CredentialSamples.account(), CredentialSamples.state, CredentialSamples.future,
            ]
            try await store.write { transaction throws(AuthError) in
                for entity in written { try transaction.put(entity) }
            }
            let partition = try require(
                try open().partition(homeAccountID: CredentialSamples.home), "a partition")
            try require(partition.entities.count == written.count, "as many entities as were written")
            for entity in written {
                let found = try require(
                    partition.entities.first { $0.key == entity.key }, "an entity with each key")
                try requireSame(found, entity)
            }
        },
        ConformanceCheck("an entity that is read and written again loses nothing") { open in
            let store = try open()
            try await store.write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.accessToken("at", unknown: ["x": "y"]))
                try transaction.put(CredentialSamples.future)
            }
            try await store.write { transaction throws(AuthError) in
                let partition = try transaction.partition(homeAccountID: CredentialSamples.home)
                for entity in partition?.entities ?? [] { try transaction.put(entity) }
            }
            let partition = try require(try open().partition(homeAccountID: CredentialSamples.home), "a partition")
            let token = try require(partition.accessTokens.first, "the token")
            try require(try token.contents.open().unknown == ["x": "y"], "the token's unknown member")
            let future = try require(partition.unknown.first, "the entity of unknown kind")
            try require(try future.contents.open().unknown == ["member": true], "its members")
        },
        ConformanceCheck("accounts are found in any letter case, and listed with their summaries") { open in
            let store = try open()
            try await store.write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.account())
                try transaction.put(CredentialSamples.refreshToken("rt"))
                try transaction.put(CredentialSamples.state)
                try transaction.put(CredentialSamples.account(home: CredentialSamples.other, username: "b"))
                try transaction.put(CredentialSamples.metadata)
            }
            let upper = CredentialSamples.home.uppercased()
            try require(try store.partition(homeAccountID: upper) != nil, "the account in capitals")
            let homes: Set = [CredentialSamples.home, CredentialSamples.other]
            try require(try Set(store.homeAccountIDs()) == homes, "both accounts, and nothing else")
            var summaries: [String: AccountSummary] = [:]
            try store.forEachAccount { summaries[$0.homeAccountID] = $0 }
            try require(Set(summaries.keys) == homes, "a summary of each account")
            let summary = summaries[CredentialSamples.home]
            try require(summary?.profiles.first?.username == "ada@contoso.test", "the user's name")
            try require(summary?.refreshTokens.first?.clientID == CredentialSamples.client, "the token's owner")
            try require(summary?.states.first?.state == .signedOut, "the app's state")
        },
        ConformanceCheck("a client's metadata is found under an alias of its environment") { open in
            let store = try open()
            try await store.write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.metadata)
            }
            let found = try store.appMetadata(
                clientID: CredentialSamples.client.uppercased(), environment: "login.microsoftonline.com")
            try require(found?.familyID == "1", "the metadata")
        },
    ]

    private static let transactions: [ConformanceCheck<Opening>] = [
        ConformanceCheck("a transaction that throws writes nothing, and its error is rethrown") { open in
            let store = try open()
            do {
                try await store.write { transaction throws(AuthError) in
                    try transaction.put(CredentialSamples.account())
                    throw AuthError.configuration("on purpose")
                }
                throw ConformanceFailure(description: "an error")
            } catch AuthError.configuration {}
            try require(try open().homeAccountIDs().isEmpty, "nothing written")
        },
        ConformanceCheck("a transaction reads what it wrote and deleted") { open in
            let counts = try await open().write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.account())
                try transaction.put(CredentialSamples.refreshToken("rt"))
                let before = try transaction.partition(homeAccountID: CredentialSamples.home)?.entities.count
                try transaction.delete(CredentialSamples.refreshToken("rt").key)
                let after = try transaction.partition(homeAccountID: CredentialSamples.home)?.entities.count
                return [before, after]
            }
            try require(counts == [2, 1], "two entities and then one")
        },
        ConformanceCheck("the last entity's deletion removes the account") { open in
            let store = try open()
            try await store.write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.accessToken("at"))
            }
            try await store.write { transaction throws(AuthError) in
                try transaction.delete(CredentialSamples.accessToken("").key)
                try transaction.delete(CredentialSamples.refreshToken("").key)
            }
            try require(try store.partition(homeAccountID: CredentialSamples.home) == nil, "no partition")
            try require(try store.homeAccountIDs().isEmpty, "no account")
        },
    ]

    private static let sharing: [ConformanceCheck<Opening>] = [
        ConformanceCheck("a handle that has read sees another's write on its next read") { open in
            let (reader, writer) = (try open(), try open())
            for round in 1...20 {
                try await writer.write { transaction throws(AuthError) in
                    try transaction.put(CredentialSamples.accessToken("token \(round)"))
                }
                let token = try reader.partition(homeAccountID: CredentialSamples.home)?.accessTokens.first
                try require(try token?.secret == Secret("token \(round)"), "the token of round \(round)")
            }
            try await writer.write { transaction throws(AuthError) in
                try transaction.delete(CredentialSamples.accessToken("").key)
            }
            try require(try reader.partition(homeAccountID: CredentialSamples.home) == nil, "the deletion")
        },
        ConformanceCheck("a partition is the same object until its content changes") { open in
            let store = try open()
            try await store.write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.account())
            }
            let first = try require(try store.partition(homeAccountID: CredentialSamples.home), "a partition")
            try await store.write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.account(home: CredentialSamples.other))
            }
            try require(try store.partition(homeAccountID: CredentialSamples.home) === first, "the same object")
            try await store.write { transaction throws(AuthError) in
                try transaction.put(CredentialSamples.account(username: "renamed"))
            }
            let third = try store.partition(homeAccountID: CredentialSamples.home)
            try require(third !== first && third?.accounts.first?.username == "renamed", "another object")
        },
        ConformanceCheck("of transactions that are submitted together, those that throw fail no other") {
            open in
            let store = try open()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<40 { group.addTask { try? await putOrThrow(number, store) } }
            }
            let expected = Set((0..<40).filter { $0.isMultiple(of: 2) }.map { "u\($0).tenant" })
            try require(try Set(open().homeAccountIDs()) == expected, "every second account")
        },
        ConformanceCheck("of concurrent read-modify-writes through two handles none is lost") { open in
            let handles = [try open(), try open()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask { try await increment(handles[number % 2]) }
                }
                try await group.waitForAll()
            }
            let token = try handles[0].partition(homeAccountID: CredentialSamples.home)?.accessTokens.first
            try require(try token?.secret == Secret("40"), "forty increments")
        },
    ]

    /// Puts an account, and throws after it for odd numbers.
    private static func putOrThrow(_ number: Int, _ store: any CredentialStore) async throws(AuthError) {
        try await store.write { transaction throws(AuthError) in
            try transaction.put(CredentialSamples.account(home: "u\(number).tenant"))
            if !number.isMultiple(of: 2) { throw AuthError.configuration("on purpose") }
        }
    }

    private static func increment(_ store: any CredentialStore) async throws(AuthError) {
        try await store.write { transaction throws(AuthError) in
            let partition = try transaction.partition(homeAccountID: CredentialSamples.home)
            let count = Int(try partition?.accessTokens.first?.secret.reveal() ?? "0") ?? 0
            try transaction.put(CredentialSamples.accessToken(String(count + 1)))
        }
    }
}
