package import KeyfobCore

/// The state of a request that an app stores while the broker is in front, since it may be killed in the meantime: one
/// at a time.
///
/// It contains nothing that decrypts a response: that key stays in the keychain.
package struct BrokerResumeState: Sendable, Hashable {
    /// The key of the user defaults under which apps store it.
    package static let defaultsKey = "adal-broker-resume-dictionary"

    /// The dialect of the request.
    package var dialect: BrokerDialect
    /// The authority (`authority`).
    package var authority: Authority
    /// `client_id`
    package var clientID: String
    /// `redirect_uri`
    package var redirectURI: String
    /// `correlation_id`
    package var correlationID: String
    /// `broker_nonce`
    package var nonce: String
    /// `keychain_group`: where tokens are stored.
    package var keychainGroup: String
    /// `scope`; version 3.
    package var scopes: ScopeSet = []
    /// `oidc_scope`; version 3.
    package var openIDScopes: ScopeSet = []
    /// `resource`; version 2.
    package var resource: String?
    /// The key that tokens are to be bound to (`token_type`, `req_cnf`, `key_id`).
    package var binding: BrokerTokenBinding?
    /// The app inside which this one runs (`brk_client_id`, `brk_redirect_uri`).
    package var hub: BrokerHostApp?
    /// `instance_aware`; version 3.
    package var isInstanceAware = false
    /// `skip_validate_result_account`
    package var skipsAccountCheck = false
    /// `client_sku`
    package var sdkName: String?
    /// `x-client-xtra-sku`
    package var extraSKU: String?
    /// The requested account (`keyfob_account`), compared with the one that signed in. Microsoft's apps do not store
    /// it.
    package var homeAccountID: String?
    /// The user name of the requested account (`keyfob_username`): the only identifier of one that only ADAL has signed
    /// in.
    package var username: String?
    /// How binding ``username`` is at version 1 (`keyfob_username_type`); at version 3 another user is an error.
    package var userKind = BrokerUser.Kind.optionalName
    /// A tenant of the requested account (`keyfob_tenant`); version 3.
    package var tenantID: String?
    /// The account's object in that tenant (`keyfob_object`); version 3.
    package var objectID: String?
    /// When the request was sent, in seconds since 1970 (`keyfob_sent_on`).
    package var sentOn: Int64?

    /// Makes the state of a request.
    ///
    /// - Parameters:
    ///   - request: with a nonce, as every request of this SDK has one.
    ///   - keychainGroup: where tokens are stored.
    /// - Throws: ``BrokerExchangeError`` `badResumeState` if the request has no nonce.
    package init(_ request: BrokerRequest, keychainGroup: String) throws(BrokerExchangeError) {
        guard let nonce = request.nonce, !nonce.isEmpty else { throw .badResumeState }
        dialect = request.dialect
        authority = request.authority
        clientID = request.clientID
        redirectURI = request.redirectURI
        correlationID = request.correlationID
        self.nonce = nonce
        self.keychainGroup = keychainGroup
        switch request.target {
        case .scopes(let scopes, let openID):
            self.scopes = scopes
            openIDScopes = openID
        case .resource(let resource): self.resource = resource
        }
        binding = request.binding
        hub = request.hub
        isInstanceAware = request.asking.isInstanceAware
        skipsAccountCheck = request.skipsAccountCheck
        sdkName = request.app.sdkName
        homeAccountID = request.user.homeAccountID
        username = request.user.username
        userKind = request.user.kind
    }

    /// The redirect URI that the response comes to.
    package var responseAddress: String { hub?.redirectURI ?? redirectURI }
}

extension BrokerResumeState {
    /// Reads a stored dictionary; nil if it is incomplete.
    package init?(_ dictionary: [String: String]) {
        let members = BrokerMembers(dictionary)
        guard let dialect = BrokerDialect.allCases.first(where: { $0.sdkName == members["sdk_name"] }),
            let authority = members["authority"].flatMap({ try? Authority($0) }),
            let clientID = members["client_id"], let redirectURI = members["redirect_uri"],
            let nonce = members["broker_nonce"], let keychainGroup = members["keychain_group"]
        else { return nil }
        self.dialect = dialect
        self.authority = authority
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.nonce = nonce
        self.keychainGroup = keychainGroup
        correlationID = members["correlation_id"] ?? ""
        scopes = members.scopes("scope") ?? []
        openIDScopes = members.scopes("oidc_scope") ?? []
        resource = members["resource"]
        guard dialect == .msal || resource != nil else { return nil }
        binding = members["token_type"].map {
            BrokerTokenBinding(tokenType: $0, confirmation: members["req_cnf"], keyID: members["key_id"])
        }
        if let hubID = members["brk_client_id"], let hubRedirect = members["brk_redirect_uri"] {
            hub = BrokerHostApp(clientID: hubID, redirectURI: hubRedirect)
        }
        isInstanceAware = members.flag("instance_aware")
        skipsAccountCheck = members.flag("skip_validate_result_account")
        sdkName = members["client_sku"]
        extraSKU = members["x-client-xtra-sku"]
        homeAccountID = members["keyfob_account"]
        sentOn = members.seconds("keyfob_sent_on")
        username = members["keyfob_username"]
        tenantID = members["keyfob_tenant"]
        objectID = members["keyfob_object"]
        userKind = members["keyfob_username_type"].flatMap(BrokerUser.Kind.init(rawValue:)) ?? .optionalName
    }

    /// The dictionary to store.
    package var dictionary: [String: String] {
        var out = BrokerMembers()
        out["sdk_name"] = dialect.sdkName
        out["authority"] = authority.description
        out["client_id"] = clientID
        out["redirect_uri"] = redirectURI
        out["correlation_id"] = correlationID
        out["broker_nonce"] = nonce
        out["keychain_group"] = keychainGroup
        out["token_type"] = binding?.tokenType
        out["req_cnf"] = binding?.confirmation
        out["key_id"] = binding?.keyID
        out["brk_client_id"] = hub?.clientID
        out["brk_redirect_uri"] = hub?.redirectURI
        out["client_sku"] = sdkName
        out["x-client-xtra-sku"] = extraSKU
        out["skip_validate_result_account"] = skipsAccountCheck ? "YES" : "NO"
        out["keyfob_account"] = homeAccountID
        out["keyfob_username"] = username
        out["keyfob_sent_on"] = sentOn.map { String($0) }
        switch dialect {
        case .msal:
            out["scope"] = scopes.description
            out["oidc_scope"] = openIDScopes.description
            out["instance_aware"] = isInstanceAware ? "YES" : "NO"
            out["keyfob_tenant"] = tenantID
            out["keyfob_object"] = objectID
        case .adal:
            out["resource"] = resource
            out["keyfob_username_type"] = username == nil ? nil : userKind.rawValue
        }
        return out.dictionary
    }
}
