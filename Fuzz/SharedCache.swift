// Module: KeyfobCache
//
// The document that the MSAL family shares: it is kept byte for byte, what is written into it and taken from it touches
// nothing else, and what comes of it is read again as what went in.
import Foundation
import KeyfobCore

@testable import KeyfobCache

private let newcomer = "newcomer.tenant"

/// Tries one input.
func fuzzSharedCache(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let (json, form) = SharedCachePayload.unwrap(input)
    guard let document = try? SharedCacheDocument(parsing: json) else { return 0 }
    guard document.bytes == json, SharedCachePayload.unwrap(form.wrap(json)).json == json else { fail() }
    // Of two entries under one key the other libraries see the last alone, so nobody can count on the first.
    for section in document.sectionNames {
        let keys = document.keys(of: section)
        if Set(keys).count < keys.count { return 0 }
    }
    let contents = SharedCacheContents(document, authority: "contoso.test:8443")
    guard change(contents, { _ in })?.document.bytes == json else { fail() }
    for home in contents.homeAccountIDs + [""] {
        guard let partition = contents.partition(homeAccountID: home) else { continue }
        _ = (AccountSummary(partition), try? partition.account(clientID: "client"))
        let entities = partition.entities
        rewrite(entities, of: home, in: contents)
        guard let emptied = change(contents, { for entity in entities { try $0.delete(entity.key) } }),
            emptied.partition(homeAccountID: home) == nil
        else { fail() }
        isUntouched(contents, emptied, but: home)
    }
    signIn(contents)
    return 0
}

/// Writes what is there already.
private func rewrite(_ entities: [CredentialEntity], of home: String, in contents: SharedCacheContents) {
    func write(_ contents: SharedCacheContents) -> SharedCacheContents? {
        change(contents) { for entity in entities { try $0.put(entity) } }
    }
    guard let again = write(contents), let partition = again.partition(homeAccountID: home),
        says(partition.entities, atLeast: entities)
    else { fail() }
    guard let third = write(again), third.document.bytes == again.document.bytes else { fail() }
    isUntouched(contents, again, but: home)
}

/// Adds an account.
private func signIn(_ contents: SharedCacheContents) {
    guard contents.partition(homeAccountID: newcomer) == nil else { return }
    var input = SaveInput(
        homeAccountID: newcomer, environment: "contoso.test:8443", realm: "tenant", clientID: "client", app: "app",
        localAccountID: "new", username: "new@contoso.test", cachedAt: 0, expiresOn: 0)
    input.accessToken = Secret("at-new")
    input.refreshToken = Secret("rt-new")
    guard let more = change(contents, { try CredentialRules.save(input, in: $0) }) else { return }
    guard let partition = more.partition(homeAccountID: newcomer), partition.accounts.count == 1,
        (try? partition.accessTokens.first?.secret.reveal()) == "at-new",
        (try? partition.refreshTokens.first?.secret.reveal()) == "rt-new"
    else { fail() }
    isUntouched(contents, more, but: newcomer)
}

/// What a transaction makes of a document, read anew; nil if the document has no room for it.
private func change(
    _ contents: SharedCacheContents, _ body: (SharedCacheTransaction) throws -> Void
) -> SharedCacheContents? {
    let transaction = SharedCacheTransaction(contents)
    guard (try? body(transaction)) != nil else { fail() }
    guard let changed = try? transaction.result(now: 1) ?? contents.document else { return nil }
    guard let parsed = try? SharedCacheDocument(parsing: changed.bytes) else { fail() }
    return SharedCacheContents(parsed, authority: "contoso.test:8443", previous: contents)
}

/// Whether entities are the same in all that is modelled, and in what is not have at least the same: of two entries that
/// are one entity, one stays and keeps what only it had.
private func says(_ new: [CredentialEntity], atLeast old: [CredentialEntity]) -> Bool {
    let (new, old) = (members(new), members(old))
    return new.count == old.count
        && old.allSatisfy { key, old in
            guard let new = new[key] else { return false }
            let modelled = SharedCacheNames.modelled(CredentialKind(rawValue: key.kind))
            return old.list.allSatisfy { new[$0.name] == $0.value }
                && new.list.allSatisfy { !modelled.contains($0.name) || old[$0.name] == $0.value }
        }
}

private struct Identity: Hashable {
    let kind: String
    let key: CredentialKey
}

private func members(_ entities: [CredentialEntity]) -> [Identity: SharedCacheMembers] {
    let environments = SharedCacheEnvironments(authority: "contoso.test:8443")
    return Dictionary(
        entities.map {
            (
                Identity(kind: $0.kind.rawValue, key: $0.key),
                SharedCacheMembers($0, home: "", environments: environments, now: 0)
            )
        }, uniquingKeysWith: { first, _ in first })
}

/// Other accounts' entries have to be the same, letter by letter.
private func isUntouched(_ old: SharedCacheContents, _ new: SharedCacheContents, but home: String) {
    for other in old.homeAccountIDs + [""] where other != home && other != "" || other == "" && home != "" {
        // What is known of the client belongs to nobody and may be written with any account.
        if other.isEmpty, home == newcomer { continue }
        guard old.entries(of: other).map(\.text) == new.entries(of: other).map(\.text) else { fail() }
    }
}

/// Ends the run, and says where.
private func fail(_ line: UInt = #line) -> Never {
    FileHandle.standardError.write(Data("does not hold: line \(line)\n".utf8))
    abort()
}
