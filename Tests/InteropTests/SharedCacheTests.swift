import Foundation
import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

/// Keyfob's tools and the current MSAL Python on one token cache, against a real provider: each reads and changes the
/// entries that the other wrote.
@Suite("One token cache, two libraries", .repeatedIfKeyringTraps, .timeLimit(.minutes(5)), .serialized)
struct SharedCacheTests {
    /// The library that signs in; the other one finds its entries.
    enum Direction: String, Sendable, CaseIterable {
        case keyfobSignsIn, pythonSignsIn
    }

    @Test(
        "A sign-in of one is listed, read, refreshed and removed by the other: a tenant's authority",
        arguments: SharedPlace.all, Direction.allCases)
    func tenant(place: SharedPlace, direction: Direction) async throws {
        try await play(place, direction, authority: Contoso.tenant, sharesAccessTokens: true)
    }

    @Test(
        "The same at /organizations, where MSAL Python writes no tenant: all but access tokens are shared",
        arguments: SharedPlace.all, Direction.allCases)
    func organizations(place: SharedPlace, direction: Direction) async throws {
        try await play(place, direction, authority: "organizations", sharesAccessTokens: false)
    }

    private func play(
        _ place: SharedPlace, _ direction: Direction, authority: String, sharesAccessTokens: Bool
    ) async throws {
        try await RunningProvider.with { provider in
            let row = InteropRow(
                "\(direction == .keyfobSignsIn ? "Keyfob, then MSAL Python" : "MSAL Python, then Keyfob"); "
                    + "\(sharesAccessTokens ? "tenant" : "/organizations"); \(place.name)", kind: place.kind)
            for isRemoving in [false, true] {
                let folder = try TemporaryDirectory("keyfob-interop")
                defer { folder.remove() }
                let cache = try await place.open(folder.path)
                let python = try await PythonParty(provider, authority: authority, cache: cache)
                let keyfob = KeyfobParty(provider, authority: authority, cache: cache)
                let parties: [any CacheParty] =
                    direction == .keyfobSignsIn ? [keyfob, python] : [python, keyfob]
                let outcome = await Result {
                    try await expectPersistence(python, cache)
                    if isRemoving {
                        try await remove(row, parties[0], parties[1])
                    } else {
                        try await share(row, parties[0], parties[1], sharesAccessTokens)
                    }
                    try expectNoSecrets(cache)
                }
                python.close()
                try outcome.get()
            }
            try row.keep()
        }
    }

    /// MSAL Python's tokens are stored by msal-extensions itself.
    private func expectPersistence(_ python: PythonParty, _ cache: SharedCache) async throws {
        let name = cache.keyring == nil ? "FilePersistence" : "LibsecretPersistence"
        #expect(try await python.client("persistence")["name"] == .string("msal_extensions.persistence.\(name)"))
    }

    /// With the tokens in a keyring the file next to it only signals changes.
    private func expectNoSecrets(_ cache: SharedCache) throws {
        guard cache.keyring != nil else { return }
        #expect(try Data(contentsOf: URL(fileURLWithPath: cache.folder + "/cache.sig")).isEmpty)
    }

    /// One signs in; the other uses it and removes it.
    private func share(
        _ row: InteropRow, _ one: any CacheParty, _ other: any CacheParty, _ sharesAccessTokens: Bool
    ) async throws {
        let first = try await one.signIn()
        let listed = try await other.accounts()
        row.fill(
            "lists", one.name, .writes, listed == [Contoso.ada] ? "yes" : "\(listed)", listed == [Contoso.ada])

        let read = try await other.silent(force: false)
        row.fill(
            "reads", other.name, .reads, describe(read),
            sharesAccessTokens
                ? read?.token == first && read?.isFromCache == true : read != nil && read?.isFromCache == false)

        let refreshed = try await other.silent(force: true)
        row.fill(
            "refreshes", other.name, .refreshes, describe(refreshed),
            refreshed != nil && refreshed?.isFromCache == false && refreshed?.token != first)

        let readBack = try await one.silent(force: false)
        row.fill(
            "is read back", other.name, .writes, describe(readBack),
            readBack?.isFromCache == true && readBack?.token == (sharesAccessTokens ? refreshed?.token : first))

        let again = [try await one.silent(force: true), try await other.silent(force: true)]
        row.fill(
            "is refreshed back", one.name, .refreshes, again.contains { $0 == nil } ? "none" : "refresh",
            again.allSatisfy { $0?.isFromCache == false })

        try await other.remove()
        try await expectNobody(row, "removes", other, at: one)
    }

    /// One signs in and removes; the other must see the removal.
    private func remove(_ row: InteropRow, _ one: any CacheParty, _ other: any CacheParty) async throws {
        _ = try await one.signIn()
        let before = try await other.silent(force: false)
        #expect(before != nil)
        try await one.remove()
        try await expectNobody(row, "is removed", one, at: other)
    }

    private func expectNobody(
        _ row: InteropRow, _ column: String, _ remover: any CacheParty, at party: any CacheParty
    ) async throws {
        let listed = try await party.accounts()
        let token = try await party.silent(force: false)
        let isGone = listed.isEmpty && token == nil
        row.fill(column, remover.name, .removes, isGone ? "gone" : "\(listed), \(describe(token))", isGone)
    }

    private func describe(_ answer: SilentAnswer?) -> String {
        answer.map { $0.isFromCache ? "cache" : "refresh" } ?? "none"
    }
}
