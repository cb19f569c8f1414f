import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting

/// The provider of all cases with the same policy and the same consent, and the browsers in which users are signed in.
struct SignInStage {
    let clock = MovableClock()
    let store: any ResettableStore
    let provider: InMemoryProvider
    private var browsers: [SignInCase.Session: [SignInCase.Account: FormBrowser]] = [:]

    private static let factorKey = [UInt8](repeating: 7, count: 20)
    private static let names: [SignInCase.Account: String] = [
        .member: "ada@contoso.test", .stranger: "alan@fabrikam.test", .personal: "mary@live.com",
        .personalGuest: "katherine@outlook.com", .disabled: "dora@contoso.test", .disabledGuest: "greta@contoso.test",
    ]
    private static let other = "grace@contoso.test"

    init(_ policy: SignInCase.Policy, isConsented: Bool, with kind: StoreKind) async throws {
        store = try await kind.make()
        provider = try await InMemoryProvider(clock: clock, store: store)
        for name in ["dora@contoso.test", "greta@contoso.test"] {
            try await provider.admin.createUser(name, password: Secret(SeedData.password))
        }
        for (user, tenant) in [("katherine@outlook.com", "contoso.test"), ("greta@contoso.test", "fabrikam.test")] {
            try await provider.admin.invite(user, to: tenant)
        }
        try await register(isConsented: isConsented)
        try await signUsersIn()
        for (account, tenant) in [
            ("dora@contoso.test", "contoso.test"), ("greta_contoso.test%23EXT%23@fabrikam.test", "fabrikam.test"),
        ] {
            try await provider.admin.setUser(account, ["accountEnabled": false], tenant: tenant)
        }
        try await enforce(policy)
        try await store.keep()
    }

    /// The app of an audience.
    static func clientID(_ audience: SignInCase.Audience) -> String {
        let index = SignInCase.Audience.allCases.firstIndex(of: audience) ?? 0
        return "cccccccc-0000-4000-8000-00000000001\(index)"
    }

    /// The browser before a case.
    func browser(_ given: SignInCase) -> FormBrowser {
        let account: SignInCase.Account = given.session == .other ? .member : given.account
        return browsers[given.session]?[account] ?? FormBrowser(transport: provider, clock: clock)
    }

    /// The user of a case, who knows the password and has the authenticator app.
    static func person(_ account: SignInCase.Account) -> Person { person(named: names[account] ?? "") }

    private static func person(named name: String) -> Person {
        var person = Person(user: name, password: SeedData.password)
        person.authenticatorKey = Secret(Base32.encode(factorKey))
        return person
    }

    // MARK: Setting up

    private func register(isConsented: Bool) async throws {
        let audiences: [SignInAudience] = [
            .myOrganization, .multipleOrganizations, .organizationsAndPersonal, .personal,
        ]
        try await store.transaction { transaction in
            let files = try transaction.applications().first { $0.appID == SeedData.filesAppID }
            for (audience, registered) in zip(SignInCase.Audience.allCases, audiences) {
                let client = Application(
                    appID: Self.clientID(audience), objectID: "d" + Self.clientID(audience).dropFirst(),
                    tenantID: SeedData.tenantID, displayName: "App for \(audience)", signInAudience: registered,
                    redirectURIs: RedirectURIs(publicClient: ["http://localhost"]),
                    requiredResourceAccess: [
                        RequiredResource(resourceAppID: SeedData.filesAppID, scopeIDs: files?.scopes.map(\.id) ?? [])
                    ])
                try transaction.put(client)
                guard isConsented else { continue }
                for tenant in [SeedData.tenantID, SeedData.fabrikamID, Authority.personalAccountsTenant] {
                    for (api, scopes) in [
                        (SeedData.filesAppID, ["Files.Read", "Files.ReadWrite"]),
                        (ScopeResolution.graphID, ["User.Read", "openid", "profile", "offline_access", "email"]),
                    ] {
                        try transaction.put(
                            Consent(
                                tenantID: tenant, userID: Consent.everyone, clientID: client.appID, resourceID: api,
                                scopes: scopes))
                    }
                }
            }
        }
    }

    /// Signs the users in in the browsers, the longest ago first. At the end the clock shows the time of the cases.
    private mutating func signUsersIn() async throws {
        for account in SignInCase.Account.allCases { try await signIn([Self.names[account] ?? ""], account, .expired) }
        clock.advance(seconds: 23 * 3600)
        for account in SignInCase.Account.allCases { try await signIn([Self.names[account] ?? ""], account, .stale) }
        clock.advance(seconds: 2 * 3600 - 60)
        for account in SignInCase.Account.allCases {
            let name = Self.names[account] ?? ""
            try await signIn([name], account, .same)
            try await signIn([Self.other, name], account, .two)
        }
        try await signIn([Self.other], .member, .other)
        clock.advance(seconds: 60)
    }

    private mutating func signIn(
        _ names: [String], _ account: SignInCase.Account, _ session: SignInCase.Session
    ) async throws {
        var browser = FormBrowser(transport: provider, clock: clock)
        for name in names {
            let query = FormParameters([
                ("client_id", SeedData.everyoneClientID), ("response_type", "code"), ("scope", "openid"),
                ("redirect_uri", "http://localhost"), ("prompt", "login"),
            ])
            let url = query.appended(to: provider.base.with(path: "/common/oauth2/v2.0/authorize"))
            _ = try await Self.person(named: name).visit(url, with: &browser)
        }
        browsers[session, default: [:]][account] = browser
    }

    private func enforce(_ policy: SignInCase.Policy) async throws {
        var members: [String: JSONValue] = [
            "displayName": "The policy of the case", "state": "enabled",
            "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
        ]
        func require(_ control: String) {
            members["grantControls"] = ["operator": "AND", "builtInControls": [.string(control)]]
        }
        switch policy {
        case .absent: return
        case .factor, .unregisteredFactor: require("mfa")
        case .block: require("block")
        case .compliantDevice: require("compliantDevice")
        case .frequency:
            members["sessionControls"] = ["signInFrequency": ["isEnabled": true, "type": "hours", "value": 1]]
        }
        for tenant in ["contoso.test", "fabrikam.test"] {
            try await provider.admin.put(policy: .object(members), tenant: tenant)
        }
        guard policy == .factor else { return }
        try await store.transaction { transaction in
            for user in try transaction.users() where user.homeUserID == nil {
                try transaction.put(
                    UserFactors(userID: user.objectID, authenticator: UserFactors.Authenticator(key: Self.factorKey)))
            }
        }
    }
}
