#if PostgreSQL
import KeyfobConformance
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import Testing

@Suite("The provider's store in PostgreSQL", .timeLimit(.minutes(10)))
struct PostgreSQLConformanceTests {
    @Test("The PostgreSQL store conforms")
    func conformance() async throws {
        let server = try await PostgreSQLServer()
        let numbers = Numbers()
        try await IdPStoreConformance {
            try await PostgreSQLIdPStore.open(try await server.makeDatabase("store_\(await numbers.next())"))
        }.run()
        await server.remove()
    }

    @Test(
        "Texts are stored as they are, also those that PostgreSQL refuses or that look like SQL",
        arguments: [
            "\0", "a\0b\0", "\u{10FFFF}", "\u{10FFFF}0\0\u{10FFFF}1", "\u{10FFFE}", "'; DROP TABLE \"user\"; --", "\\",
            "$1", "\"", "%s", "é\u{301}", "\u{FEFF}", "", " ", "\u{85}\n\r\t",
        ])
    func texts(_ text: String) async throws {
        let server = try await PostgreSQLServer()
        let store = try await PostgreSQLIdPStore.open(try server.address())
        let hash = [UInt8](repeating: 7, count: 32)
        var user = User(
            objectID: text, tenantID: text, userPrincipalName: text, displayName: text, givenName: text,
            familyName: text, mail: text, passwordHash: text)
        user.furtherMembers = text
        user.certificateUserIDs = [text]
        let consent = Consent(
            tenantID: text, userID: text, clientID: text, resourceID: text, scopes: ["a\(text.filter { $0 != " " })"])
        let object = DirectoryObject(kind: .namedLocation, id: text, tenantID: text, document: text)
        let item = DeletedItem(kind: .user, id: text, tenantID: text, deletedAt: 1, document: text, groups: [])
        let file = StoredFile(tenantID: text, userID: text, name: text, content: Array(text.utf8), modifiedAt: 1)
        var entry = SignInLogEntry(
            time: 1, event: .refused, clientID: text, redirectURI: text, user: text, tenantID: text, resource: text,
            correlationID: text, detail: text)
        entry.callerBundleID = text
        var access = AuthorizedAccess(
            grantID: text, clientID: text, userID: text, tenantID: text, scopes: [], authenticatedAt: 1, epoch: 1,
            evidence: .password)
        access.resource = text
        access.redirectURI = text
        let token = RefreshTokenGrant(tokenHash: hash, access: access, issuedAt: 1, lastUsedAt: 1)
        let pending = PendingSignIn(
            idHash: hash, browserHash: hash, purpose: .device, tenantSegment: text, dialect: text, parameters: text,
            correlationID: text, expiresAt: 1)
        try await store.transaction { [user, entry] transaction in
            try transaction.put(user)
            try transaction.put(consent)
            try transaction.put(object)
            try transaction.put(item)
            try transaction.put(file)
            try transaction.append([entry])
            try transaction.insert(token)
            try transaction.put(pending)
        }
        try await store.transaction { [user] transaction in
            #expect(try transaction.user(objectID: text) == user)
            #expect(try transaction.user(userPrincipalName: text) == user)
            #expect(try transaction.consents(tenantID: text, userID: text, clientID: text) == [consent])
            #expect(try transaction.directoryObjects() == [object])
            #expect(try transaction.deletedItem(id: text) == item)
            #expect(try transaction.files(tenantID: text, userID: text) == [file])
            #expect(try transaction.refreshTokens(grantID: text) == [token])
            #expect(try transaction.pendingSignIn(idHash: hash) == pending)
            let kept = try transaction.signIns(after: 0, limit: 9)
            #expect(kept.map(\.user) == [text] && kept.map(\.detail) == [text] && kept.map(\.callerBundleID) == [text])
        }
        await server.remove()
    }
}
#endif
