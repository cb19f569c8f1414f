import KeyfobCore
import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// Tenants, applications and keys are read back as written, in the order of creation, and each write to them raises
    /// the version.
    package func directory() async throws {
        let store = try await makeStore()
        var version = try await store.transaction { try $0.directoryVersion() }
        func raises(_ write: @escaping @Sendable (any IdPTransaction) throws -> Void) async throws {
            let next = try await store.transaction { transaction in
                try write(transaction)
                return try transaction.directoryVersion()
            }
            #expect(next > version)
            try await expect(next, in: store) { try $0.directoryVersion() }
            version = next
        }
        for name in ["b", "a", "c"] {
            try await raises { try $0.put(Sample.tenant(name)) }
            try await raises { try $0.put(Sample.application(name)) }
            try await raises { try $0.put(Sample.signingKey(name)) }
        }
        var renamed = Sample.tenant("b")
        renamed.displayName = "Renamed"
        try await raises { [renamed] in try $0.put(renamed) }
        var disabled = Sample.application("a")
        disabled.isEnabled = false
        try await raises { [disabled] in try $0.put(disabled) }
        var retired = Sample.signingKey("b")
        retired.role = .retired
        retired.retiredAt = 9
        try await raises { [retired] in try $0.put(retired) }
        try await raises { try $0.removeSigningKey(keyID: "a") }

        let (tenants, applications, keys) = try await store.transaction {
            (try $0.tenants(), try $0.applications(), try $0.signingKeys())
        }
        #expect(tenants == [renamed, Sample.tenant("a"), Sample.tenant("c")])
        #expect(applications == [Sample.application("b"), disabled, Sample.application("c")])
        #expect(keys.map(\.keyID) == ["b", "c"])
        #expect(keys.first?.role == .retired && keys.first?.retiredAt == 9)
        #expect(keys.last?.privateKeyPEM.reveal() == Sample.signingKey("c").privateKeyPEM.reveal())
        #expect(keys.last?.certificate == Sample.signingKey("c").certificate)
    }

    /// Users are found by id and, whatever its letter case, by name; renaming frees the old name.
    package func users() async throws {
        let store = try await makeStore()
        var ada = Sample.user(1)
        try await store.transaction { [ada] transaction in
            try transaction.put(Sample.user(2))
            try transaction.put(ada)
        }
        let upper = ada.userPrincipalName.uppercased()
        try await expect(ada, in: store) { try $0.user(userPrincipalName: upper) }
        try await expect(ada, in: store) { [ada] in try $0.user(objectID: ada.objectID) }
        try await expect(nil, in: store) { try $0.user(objectID: "nobody") }
        try await expect(false, in: store) { try $0.hasDemonstrationUsers() }
        let old = ada.userPrincipalName
        ada.userPrincipalName = "Countess@Contoso.test"
        ada.passwordHash = nil
        ada.mail = nil
        ada.isEnabled = false
        ada.tokensValidFrom = 77
        ada.revocationEpoch = 3
        ada.isDemonstration = true
        try await store.transaction { [ada] in try $0.put(ada) }
        try await expect(ada, in: store) { try $0.user(userPrincipalName: "countess@contoso.test") }
        try await expect(nil, in: store) { try $0.user(userPrincipalName: old) }
        try await expect([Sample.user(2), ada], in: store) { try $0.users() }
        try await expect(true, in: store) { try $0.hasDemonstrationUsers() }

        var lockout = Lockout(userID: ada.objectID, failures: 2, recentWrong: ["x", "y"])
        try await expect(nil, in: store) { [id = ada.objectID] in try $0.lockout(userID: id) }
        try await store.transaction { [lockout] in try $0.put(lockout) }
        lockout.lockedUntil = 99
        lockout.lockCount = 1
        try await store.transaction { [lockout] in try $0.put(lockout) }
        try await expect(lockout, in: store) { [id = ada.objectID] in try $0.lockout(userID: id) }
    }

    /// A consent is replaced by its whole key and removed with its last scope.
    package func consents() async throws {
        let store = try await makeStore()
        let files = Consent(
            tenantID: "t", userID: "u", clientID: "c", resourceID: "files", scopes: ["Files.Read", "Files.ReadWrite"])
        var mail = files
        mail.resourceID = "mail"
        mail.scopes = ["Mail.Read"]
        mail.refused = ["Mail.Send"]
        var foreign = files
        foreign.clientID = "d"
        try await store.transaction { [mail, foreign] transaction in
            for consent in [files, mail, foreign] { try transaction.put(consent) }
        }
        func held() async throws -> [Consent] {
            try await store.transaction { try $0.consents(tenantID: "t", userID: "u", clientID: "c") }
        }
        #expect(Set(try await held()) == [files, mail])
        var narrower = files
        narrower.scopes = ["Files.Read"]
        var refusing = mail
        refusing.scopes = []
        try await store.transaction { [refusing] in try $0.put(refusing) }
        #expect(Set(try await held()) == [files, refusing])
        var none = refusing
        none.refused = []
        try await store.transaction { [narrower, none] transaction in
            try transaction.put(narrower)
            try transaction.put(none)
        }
        #expect(try await held() == [narrower])
        let other = try await store.transaction { try $0.consents(tenantID: "t", userID: "u", clientID: "d") }
        #expect(other == [foreign])
    }

    /// What applies to a user is the user's own consents and those for everyone, of the same client and tenant.
    package func effectiveConsents() async throws {
        let store = try await makeStore()
        func consent(tenant: String = "t", user: String, client: String = "c", api: String) -> Consent {
            Consent(tenantID: tenant, userID: user, clientID: client, resourceID: api, scopes: ["Files.Read", api])
        }
        let own = [consent(user: "u", api: "notes"), consent(user: "u", api: "files")]
        let everyone = consent(user: Consent.everyone, api: "mail")
        let others = [
            consent(tenant: "s", user: Consent.everyone, api: "files"), consent(user: "v", api: "files"),
            consent(user: Consent.everyone, client: "d", api: "files"),
            consent(user: Consent.application, api: "files"),
        ]
        try await store.transaction { transaction in
            for consent in [everyone] + own + others { try transaction.put(consent) }
        }
        func found(_ user: String) async throws -> [Consent] {
            try await store.transaction { try $0.effectiveConsents(tenantID: "t", userID: user, clientID: "c") }
        }
        // Each kind is in the order in which it was granted.
        #expect(try await found("u").filter { $0.userID == "u" } == own)
        #expect(try await found("u").filter { $0.userID != "u" } == [everyone])
        #expect(try await found("w") == [everyone])
    }
}
