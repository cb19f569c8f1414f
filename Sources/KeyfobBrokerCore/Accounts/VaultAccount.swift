import KeyfobBrokerProtocol
import KeyfobCore

/// An account that the broker holds, for every app of the device.
package struct VaultAccount: Sendable, Hashable {
    /// The kind of an account.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A work or school account: it can have a primary refresh token.
        case work
        /// A personal Microsoft account.
        case personal
        /// An account of an Azure AD B2C policy.
        case b2c
        /// An account of another kind of provider.
        case other
    }

    /// The account across tenants (`home_account_id`), in lower case.
    package var homeAccountID: String
    /// The user name for display.
    package var username: String
    /// The user's name, if an id token contained it.
    package var displayName: String?
    /// The host at which the account signs in, with port if it is not 443.
    package var environment: String
    /// The account's home tenant; for B2C the tenant and the policy.
    package var tenantID: String
    /// The account's kind.
    package var kind: Kind
    /// The user's object id in the home tenant.
    package var localAccountID: String

    /// Makes an account.
    package init(
        homeAccountID: String, username: String, displayName: String? = nil, environment: String, tenantID: String,
        kind: Kind, localAccountID: String
    ) {
        self.homeAccountID = homeAccountID.lowercased()
        self.username = username
        self.displayName = displayName
        self.environment = environment
        self.tenantID = tenantID
        self.kind = kind
        self.localAccountID = localAccountID
    }

    /// An identifier that is unique across providers.
    var identity: String { "\(homeAccountID) \(environment)" }

    /// Returns whether a request names this account, by its identifier or, without one, by its user name or (ADAL's
    /// `UniqueId`) its object id.
    func isNamed(
        identifier: String?, username: String?, kind: BrokerUser.Kind = .optionalName
    ) -> Bool {
        if let identifier, !identifier.isEmpty { return identifier.lowercased() == homeAccountID }
        let own = kind == .uniqueID ? localAccountID : self.username
        return username.map { $0.lowercased() == own.lowercased() } ?? false
    }

    /// Returns whether an account can have tokens of an authority.
    func fits(_ authority: Authority) -> Bool {
        switch authority.kind {
        case .aad:
            kind == .personal ? authority.audience != .organizations : kind == .work && authority.audience != .personal
        case .b2c: kind == .b2c && homeAccountID.contains(authority.policy ?? "")
        case .ciam, .adfs, .openID: kind == .other
        }
    }
}

extension VaultAccount {
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "home_account_id": .string(homeAccountID), "username": .string(username),
            "environment": .string(environment), "tenant_id": .string(tenantID), "kind": .string(kind.rawValue),
            "local_account_id": .string(localAccountID),
        ]
        members["name"] = displayName.map { .string($0) }
        return .object(members)
    }

    init?(json: JSONValue) {
        guard let homeAccountID = json["home_account_id"]?.stringValue, let username = json["username"]?.stringValue,
            let environment = json["environment"]?.stringValue, let tenantID = json["tenant_id"]?.stringValue,
            let kind = json["kind"]?.stringValue.flatMap(Kind.init(rawValue:)),
            let localAccountID = json["local_account_id"]?.stringValue
        else { return nil }
        self.init(
            homeAccountID: homeAccountID, username: username, displayName: json["name"]?.stringValue,
            environment: environment, tenantID: tenantID, kind: kind, localAccountID: localAccountID)
    }
}
