import KeyfobCore

/// The members of an account that are needed to list it, without secrets and sealed contents.
package struct AccountSummary: Sendable {
    /// The user in one tenant.
    package struct Profile: Sendable, Hashable {
        /// `environment`
        package let environment: String
        /// The tenant.
        package let realm: String
        /// The user's object id in the tenant.
        package let localAccountID: String
        /// `username`
        package let username: String

        /// Makes a profile.
        package init(environment: String, realm: String, localAccountID: String, username: String) {
            self.environment = environment
            self.realm = realm
            self.localAccountID = localAccountID
            self.username = username
        }

        init(_ entity: AccountEntity) {
            self.init(
                environment: entity.environment, realm: entity.realm, localAccountID: entity.localAccountID,
                username: entity.username)
        }
    }

    /// The owner of a refresh token.
    package struct RefreshTokenOwner: Sendable, Hashable {
        /// The client to which it was issued.
        package let clientID: String
        /// The family that may use it, if any.
        package let familyID: String?

        /// Makes an owner.
        package init(clientID: String, familyID: String?) {
            self.clientID = clientID
            self.familyID = familyID
        }
    }

    /// The state of one app.
    package struct AppState: Sendable, Hashable {
        /// The app's client.
        package let clientID: String
        /// The app.
        package let app: String
        /// Its state.
        package let state: SignInStateEntity.State

        /// Makes a state.
        package init(clientID: String, app: String, state: SignInStateEntity.State) {
            self.clientID = clientID
            self.app = app
            self.state = state
        }
    }

    /// The account.
    package let homeAccountID: String
    /// The user in each tenant.
    package let profiles: [Profile]
    /// The owners of the account's refresh tokens.
    package let refreshTokens: [RefreshTokenOwner]
    /// The apps' states.
    package let states: [AppState]

    /// Makes a summary.
    package init(
        homeAccountID: String, profiles: [Profile], refreshTokens: [RefreshTokenOwner], states: [AppState]
    ) {
        self.homeAccountID = homeAccountID
        self.profiles = profiles
        self.refreshTokens = refreshTokens
        self.states = states
    }

    /// Makes the summary of a partition.
    package init(_ partition: AccountPartition) {
        self.init(
            homeAccountID: partition.homeAccountID, profiles: partition.accounts.map(Profile.init),
            refreshTokens: partition.refreshTokens.map {
                RefreshTokenOwner(clientID: $0.clientID, familyID: $0.familyID)
            },
            states: partition.signInStates.map { AppState(clientID: $0.clientID, app: $0.app, state: $0.state) })
    }

    /// The account for an app, without claims; nil if there is no user.
    var account: Account? { Self.account(homeAccountID: homeAccountID, profiles: profiles.map { ($0, nil) }) }

    /// The account for an app; nil if there is no user. The home tenant comes first.
    ///
    /// - Parameter profiles: the user in each tenant, with a closure that reads the claims of its id token.
    static func account(
        homeAccountID: String, profiles: [(profile: Profile, claims: (@Sendable () -> [String: JSONValue]?)?)]
    ) -> Account? {
        let homeTenant = Self.homeTenant(of: homeAccountID)
        var views: [TenantProfile] = []
        var homeProfile: Profile?
        for (profile, claims) in profiles
        where !views.contains(where: { $0.tenantID.isSameIdentifier(as: profile.realm) }) {
            // An identifier without a tenant is from a provider without tenants, whose only profile is the home
            // profile.
            let isHome = profile.realm.isSameIdentifier(as: homeTenant) || homeTenant == homeAccountID
            let view = TenantProfile(
                identifier: profile.localAccountID, tenantID: profile.realm, isHomeTenant: isHome,
                readingClaims: claims)
            views.insert(view, at: isHome ? 0 : views.endIndex)
            if isHome { homeProfile = profile }
        }
        guard let shown = homeProfile ?? profiles.first?.profile else { return nil }
        return Account(
            identifier: homeAccountID, username: shown.username.isEmpty ? nil : shown.username,
            environment: shown.environment, tenantProfiles: views)
    }
}

extension AccountSummary {
    /// The tenant in `uid.utid`.
    static func homeTenant(of homeAccountID: String) -> String {
        guard let dot = homeAccountID.utf8.lastIndex(of: UInt8(ascii: ".")) else { return homeAccountID }
        return String(homeAccountID[homeAccountID.utf8.index(after: dot)...])
    }
}
