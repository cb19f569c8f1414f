import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("Killed processes and failing keychains")
struct FaultTests {
    /// A test's change to a store that already has a sign-in of two apps.
    enum Work: CaseIterable, Sendable {
        case firstSave, renewal, rename, secondTenantsUser, signOut, wipe

        func run(on store: any CredentialStore) async throws(AuthError) {
            switch self {
            case .firstSave: try await store.save(Samples.response("new", client: "Client-2", family: "1"))
            case .renewal:
                try await store.save(Samples.response("new", family: "1", scopes: ["User.Read", "Mail.Read"]))
            case .rename: try await store.save(Samples.response("new", username: "renamed@contoso.test"))
            case .secondTenantsUser:
                var input = Samples.response("new")
                input.realm = "t2"
                try await store.save(input)
            case .signOut: try await store.signOut(app: Samples.appA)
            case .wipe: try await store.wipe()
            }
        }
    }

    private func signedIn() async throws -> Team {
        let team = Team()
        try await team.store().save(Samples.response("old", family: "1"))
        return team
    }

    @Test(
        "after a kill at any write no reader gets an access token without its user and id token",
        arguments: Work.allCases)
    func death(work: Work) async throws {
        var writes = 0
        while true {
            let team = try await signedIn()
            let dying = FaultyKeychain(team.app(), after: writes, .death)
            let store = KeychainCredentialStore(keychain: dying, accessGroup: team.group)
            let error = await failure { () async throws(AuthError) in try await work.run(on: store) }
            let survivor = team.store("com.contoso.b")
            try expectWhole(survivor, after: writes, of: work)
            guard dying.hasStruck else {
                #expect(error == nil)
                break
            }
            #expect(error?.code == .storeUnavailable)
            // The next process repeats the work, and the result is as if nothing had happened.
            try await work.run(on: survivor)
            let calm = try await signedIn()
            try await work.run(on: calm.store())
            #expect(try contents(of: team) == contents(of: calm), "\(work) after \(writes) writes")
            writes += 1
        }
        #expect(writes >= 2)
    }

    @Test("a transaction that fails at any write is undone", arguments: Work.allCases)
    func failureIsUndone(work: Work) async throws {
        var writes = 0
        while true {
            let team = try await signedIn()
            let before = try team.items()
            let failing = FaultyKeychain(team.app(), after: writes, .failure(.diskFull))
            let store = KeychainCredentialStore(keychain: failing, accessGroup: team.group)
            let error = await failure { () async throws(AuthError) in try await work.run(on: store) }
            guard failing.hasStruck else { break }
            #expect(error?.code == .storeUnavailable)
            #expect(try team.items() == before, "\(work) after \(writes) writes")
            writes += 1
        }
        #expect(writes >= 2)
    }

    @Test("a removal that was interrupted after it deleted anything has signed the app out already")
    func signOutComesFirst() async throws {
        var cutShort = 0
        for writes in 0..<20 {
            let team = try await signedIn()
            let before = try team.items().count
            let dying = FaultyKeychain(team.app(), after: writes, .death)
            let store = KeychainCredentialStore(keychain: dying, accessGroup: team.group)
            _ = await failure { () async throws(AuthError) in try await store.signOut(app: Samples.appA) }
            guard dying.hasStruck, try team.items().count < before else { continue }
            cutShort += 1
            let accounts = try CredentialRules.accounts(
                in: team.store(), clientID: Samples.client, app: Samples.appA)
            #expect(accounts.isEmpty, "after \(writes) writes")
        }
        #expect(cutShort >= 2)
    }

    @Test("a locked device is reported, and items accessible after the first unlock stay readable")
    func lockedDevice() async throws {
        let team = try await signedIn()
        team.keychain.lock()
        #expect(try Samples.lookUp(in: team.store())?.secret == Secret("access old"))
        try await team.store().save(Samples.response("behind the lock screen"))
        team.keychain.restart()
        let store = team.store()
        let reading = #expect(throws: AuthError.self) { try store.homeAccountIDs() }
        let writing = await #expect(throws: AuthError.self) { try await store.wipe() }
        for error in [reading, writing] {
            #expect(error?.code == .storeLocked)
            #expect(error?.remedy?.contains("unlocked") == true)
        }
        team.keychain.unlock()
        #expect(try Samples.lookUp(in: store)?.secret == Secret("access behind the lock screen"))
    }

    @Test("another program's locked item does not prevent reading credentials")
    func lockedForeignItem() async throws {
        let team = try await signedIn()
        try team.app().add(
            KeychainItem(
                accessGroup: team.group, account: "theirs", service: "x", accessibility: .whenUnlocked,
                value: Secret([1])))
        team.keychain.lock()
        let store = team.store()
        #expect(try Samples.lookUp(in: store)?.secret == Secret("access old"))
        try await store.save(Samples.response("new"))
        team.keychain.unlock()
        #expect(try Samples.lookUp(in: store)?.secret == Secret("access new"))
        #expect(try team.items()["theirs x"] != nil)
    }

    private func expectWhole(_ store: any CredentialStore, after writes: Int, of work: Work) throws {
        guard let partition = try store.partition(homeAccountID: Samples.home) else { return }
        for token in partition.accessTokens {
            #expect(
                partition.idTokens.contains { $0.clientID == token.clientID && $0.realm == token.realm },
                "\(work) after \(writes) writes: an access token without id token")
            #expect(
                partition.accounts.contains { $0.realm == token.realm },
                "\(work) after \(writes) writes: an access token without user")
        }
        for app in [Samples.appA, Samples.appB] {
            guard let found = try Samples.lookUp(in: store, app: app) else { continue }
            #expect(found.idToken != nil)
        }
    }

    private func contents(of team: Team) throws -> [String: [UInt8]] {
        try team.items().mapValues { $0.value.reveal() }
    }

    private func failure(_ body: () async throws(AuthError) -> Void) async -> AuthError? {
        do throws(AuthError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }
}
