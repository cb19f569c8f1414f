import KeyfobCore
import KeyfobOAuth

/// Reads the parameters of a request one by one.
struct BrokerRequestReader {
    private let members: BrokerMembers

    init(_ members: BrokerMembers) { self.members = members }

    /// The names of all parameters that have a property in ``BrokerRequest``.
    static let names: Set<String> = [
        "authority", "client_id", "redirect_uri", "correlation_id", "broker_key", "broker_nonce", "application_token",
        "msg_protocol_ver", "max_protocol_ver", "scope", "extra_oidc_scopes", "resource", "home_account_id",
        "username", "username_type", "login_hint", "prompt", "force", "skip_cache", "extra_consent_scopes",
        "extra_query_param", "extra_qp", "claims", "client_capabilities", "intune_enrollment_ids",
        "intune_mam_resource", "token_type", "req_cnf", "key_id", "brk_client_id", "brk_redirect_uri",
        "client_version", "client_sku", "client_app_name", "client_app_version", "sdk_broker_capabilities",
        "skip_validate_result_account", "ignore_broker_request",
    ]

    func required(_ name: String) throws(BrokerMessageError) -> String {
        guard let value = members[name] else {
            throw BrokerMessageError("The request has no \(name).")
        }
        guard value.utf8.count <= 2048 else { throw BrokerMessageError("The request's \(name) is too long.") }
        return value
    }

    func checkVersion(_ dialect: BrokerDialect) throws(BrokerMessageError) {
        let text = members[dialect.versionParameter] ?? ""
        guard let version = Int(text), version >= dialect.version else {
            throw BrokerMessageError("The request's version is older than this broker supports.")
        }
    }

    func target(_ dialect: BrokerDialect) throws(BrokerMessageError) -> BrokerRequest.Target {
        switch dialect {
        case .msal:
            let scopes = ScopeSet(spaceSeparated: members["scope"] ?? "")
            let openID = ScopeSet(spaceSeparated: members["extra_oidc_scopes"] ?? "")
            guard !scopes.isEmpty || !openID.isEmpty else { throw BrokerMessageError("The request has no scope.") }
            return .scopes(scopes, openID: openID)
        case .adal: return .resource(try required("resource"))
        }
    }

    func authority() throws(BrokerMessageError) -> Authority {
        guard let authority = try? ReadTexts.authority(required("authority")) else {
            throw BrokerMessageError("The request's authority is not the https URL of an authority.")
        }
        return authority
    }

    func redirectURI(_ name: String) throws(BrokerMessageError) -> String {
        let value = try required(name)
        guard (try? ReadTexts.redirectURI(value)) != nil else {
            throw BrokerMessageError("The request's \(name) is not an absolute URI without a fragment.")
        }
        return value
    }

    func key() throws(BrokerMessageError) -> BrokerKey {
        guard let key = BrokerKey(text: try required("broker_key")) else {
            throw BrokerMessageError("The request's broker_key is not base64url of 32 bytes.")
        }
        return key
    }

    func user(_ dialect: BrokerDialect) throws(BrokerMessageError) -> BrokerUser {
        let username = members["username"]
        guard dialect == .adal else {
            return BrokerUser(
                homeAccountID: members["home_account_id"], username: username,
                loginHint: members["login_hint"])
        }
        guard let text = members["username_type"] else { return BrokerUser(username: username) }
        guard let kind = BrokerUser.Kind(rawValue: text) else {
            throw BrokerMessageError("The request's username_type is unknown.")
        }
        return BrokerUser(username: username, kind: kind)
    }

    func asking(_ dialect: BrokerDialect) throws(BrokerMessageError) -> BrokerPrompt {
        var asking = BrokerPrompt()
        asking.prompt = members["prompt"]
        asking.forcesPrompt = flag("force")
        asking.skipsCache = flag("skip_cache")
        asking.extraScopesToConsent = ScopeSet(spaceSeparated: members["extra_consent_scopes"] ?? "")
        if let text = members[dialect == .msal ? "extra_query_param" : "extra_qp"] {
            for pair in try BrokerForm.decode(text).pairs { asking.extraParameters[pair.name] = pair.value }
        }
        asking.isInstanceAware = asking.extraParameters.removeValue(forKey: "instance_aware") == "true"
        return asking
    }

    var app: BrokerApp {
        BrokerApp(
            name: members["client_app_name"], version: members["client_app_version"],
            sdkVersion: members["client_version"], sdkName: members["client_sku"],
            sdkCapabilities: list("sdk_broker_capabilities"))
    }

    func intune() throws(BrokerMessageError) -> IntuneContext {
        let context = IntuneContext(
            enrollmentsText: members["intune_enrollment_ids"],
            resourcesText: members["intune_mam_resource"])
        guard let context else { throw BrokerMessageError("The request's Intune members are not the expected JSON.") }
        return context
    }

    func claims() throws(BrokerMessageError) -> String? {
        guard let value = members["claims"] else { return nil }
        return try BrokerClaims.decoded(value)
    }

    func list(_ name: String) -> [String] {
        members[name].map(Self.list) ?? []
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }

    func flag(_ name: String) -> Bool { BrokerFlag.isTrue(members[name]) }
}

/// The `claims` parameter of requests over URLs.
///
/// IdentityCore encodes the JSON once before it encodes the query, so that the broker decodes it to a value that is
/// still encoded; MSAL.NET does not.
enum BrokerClaims {
    /// Returns the value as IdentityCore writes it.
    static func encoded(_ json: String) -> String { PercentEncoding.encode(json) }

    /// Returns the JSON object, whether it was encoded once or twice.
    ///
    /// - Throws: ``BrokerMessageError`` if it is neither.
    static func decoded(_ value: String) throws(BrokerMessageError) -> String {
        if isObject(value) { return value }
        guard let once = PercentEncoding.decode(value), isObject(once) else {
            throw BrokerMessageError("The claims of the request are not a JSON object.")
        }
        return once
    }

    private static func isObject(_ text: String) -> Bool { (try? JSONValue(parsing: text))?.objectValue != nil }
}
