package import KeyfobCore

/// An account of a broker, in one tenant.
package struct BrokerAccount: Sendable, Hashable {
    /// `home_account_id`
    package var homeAccountID: String
    /// `username`
    package var username: String?
    /// `environment`: the host.
    package var environment: String
    /// `realm`: the tenant of this profile.
    package var realm: String?
    /// `local_account_id`: the user's object id there.
    package var localAccountID: String?
    /// `name`: for display.
    package var name: String?
    /// `id_token_claims`: the claims of the last id token of this tenant, as a JSON object.
    package var claims: [String: JSONValue]?
    /// `account_type`: `MSSTS` for the Microsoft identity platform.
    package var type: String?
    /// `client_info`
    package var clientInfo: ClientInfo?
    /// `is_sso_account`: whether the account signs in every app of the device.
    package var isSingleSignOn = false

    /// Makes an account.
    package init(
        homeAccountID: String, username: String?, environment: String, realm: String? = nil,
        localAccountID: String? = nil, name: String? = nil, claims: [String: JSONValue]? = nil
    ) {
        self.homeAccountID = homeAccountID
        self.username = username
        self.environment = environment
        self.realm = realm
        self.localAccountID = localAccountID
        self.name = name
        self.claims = claims
    }

    init?(json: JSONValue) {
        guard let identifier = json["home_account_id"]?.stringValue, !identifier.isEmpty,
            let environment = json["environment"]?.stringValue, !environment.isEmpty
        else { return nil }
        self.init(
            homeAccountID: identifier, username: json["username"]?.stringValue, environment: environment,
            realm: json["realm"]?.stringValue, localAccountID: json["local_account_id"]?.stringValue,
            name: json["name"]?.stringValue, claims: json["id_token_claims"]?.objectValue)
        type = json["account_type"]?.stringValue
        clientInfo = json["client_info"]?.stringValue.flatMap(ClientInfo.init(rawValue:))
        isSingleSignOn = json["is_sso_account"]?.boolValue ?? BrokerFlag.isTrue(json["is_sso_account"]?.stringValue)
    }

    /// Reads the default account, whose members are among those of the response itself; nil for none.
    init?(_ members: BrokerMembers) {
        self.init(json: .object(members.dictionary.mapValues { .string($0) }))
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "home_account_id": .string(homeAccountID), "environment": .string(environment),
        ]
        members["username"] = username.map { .string($0) }
        members["realm"] = realm.map { .string($0) }
        members["local_account_id"] = localAccountID.map { .string($0) }
        members["name"] = name.map { .string($0) }
        members["id_token_claims"] = claims.map { .object($0) }
        members["account_type"] = type.map { .string($0) }
        members["client_info"] = clientInfo.map { .string($0.rawValue) }
        members["is_sso_account"] = .string(isSingleSignOn ? "1" : "0")
        return .object(members)
    }

    /// Writes the members among those of a response. Claims are an object, and are omitted.
    func write(to out: inout BrokerMembers) {
        for (name, value) in json.objectValue ?? [:] { out.put(name, value.stringValue) }
    }
}
