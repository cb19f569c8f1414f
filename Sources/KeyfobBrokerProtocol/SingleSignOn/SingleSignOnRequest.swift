import KeyfobCore
public import KeyfobOAuth

/// What an app asks the single sign-on extension: an operation and a dictionary of texts.
///
/// The operating system tells the extension who asks, so that nothing is encrypted here.
public struct SingleSignOnRequest: Sendable, Hashable {
    /// What is asked.
    public enum Content: Sendable, Hashable {
        /// Tokens, by way of a person if need be.
        case login(SingleSignOnTokenRequest)
        /// Tokens, without anybody.
        case refresh(SingleSignOnTokenRequest)
        /// The accounts of a client; nil for those of every client.
        case accounts(SingleSignOnAccountsQuery)
        /// An account to forget.
        case removeAccount(SingleSignOnRemoval)
        /// An account to sign out of the device.
        case signOut(SingleSignOnRemoval)
        /// What the device is.
        case deviceInfo
        /// The account that the person works with.
        case defaultAccount(SingleSignOnAccountsQuery)
        /// What signs a browser in at an address.
        case cookies(SingleSignOnCookiesQuery)
    }

    /// What is asked.
    public var content: Content
    /// Which SDK asks (`client_sdk`).
    public var dialect: BrokerDialect = .msal
    /// `correlation_id`
    public var correlationID: String
    /// `broker_key`: not used to encrypt here; it tells the app's installation from others.
    public var key: BrokerKey?
    /// Who the app says that it is.
    public var app = BrokerApp()
    /// Every other member, as it came. Its description shows names only.
    public var additional = FormParameters()

    /// The version of these dictionaries (`msg_protocol_ver`).
    public static let version = 4

    /// Makes a request.
    public init(_ content: Content, correlationID: String, app: BrokerApp = BrokerApp()) {
        self.content = content
        self.correlationID = correlationID
        self.app = app
    }

    /// What is asked, by its name.
    public var operation: SingleSignOnOperation {
        switch content {
        case .login: .login
        case .refresh: .refresh
        case .accounts: .accounts
        case .removeAccount: .removeAccount
        case .signOut: .signOut
        case .deviceInfo: .deviceInfo
        case .defaultAccount: .defaultAccount
        case .cookies: .cookies
        }
    }
}

extension SingleSignOnRequest {
    private static let names = SingleSignOnTokenRequest.names.union([
        "correlation_id", "broker_key", "msg_protocol_ver", "client_sdk", "client_version", "client_app_name",
        "client_app_version", "client_sku",
    ])

    /// The dictionary.
    public var dictionary: [String: String] {
        var out = BrokerMembers(capacity: 48)
        out.put(additional)
        switch content {
        case .login(let request), .refresh(let request): request.write(to: &out)
        case .accounts(let query), .defaultAccount(let query): out.merge(query.members)
        case .removeAccount(let removal), .signOut(let removal): out.merge(removal.members)
        case .deviceInfo: break
        case .cookies(let query): out.merge(query.members)
        }
        out.put("msg_protocol_ver", String(Self.version))
        out.put("client_sdk", dialect.extensionSDKName)
        out.put("correlation_id", correlationID)
        out.put("broker_key", key?.text.reveal())
        out.put("client_version", app.sdkVersion)
        out.put("client_sku", app.sdkName)
        out.put("client_app_name", app.name)
        out.put("client_app_version", app.version)
        return out.dictionary
    }

    /// Reads a dictionary.
    ///
    /// - Throws: ``BrokerMessageError`` if something is missing or not in its form.
    public init(_ operation: SingleSignOnOperation, _ dictionary: [String: String]) throws(BrokerMessageError) {
        let members = BrokerMembers(dictionary)
        let content: Content
        switch operation {
        case .login: content = .login(try SingleSignOnTokenRequest(members))
        case .refresh: content = .refresh(try SingleSignOnTokenRequest(members))
        case .accounts: content = .accounts(SingleSignOnAccountsQuery(members))
        case .removeAccount: content = .removeAccount(try SingleSignOnRemoval(members))
        case .signOut: content = .signOut(try SingleSignOnRemoval(members))
        case .deviceInfo: content = .deviceInfo
        case .defaultAccount: content = .defaultAccount(SingleSignOnAccountsQuery(members))
        case .cookies: content = .cookies(try SingleSignOnCookiesQuery(members))
        }
        guard let correlationID = members["correlation_id"] else {
            throw BrokerMessageError("The request has no correlation_id.")
        }
        self.init(content, correlationID: correlationID)
        let sdk = members["client_sdk"]
        dialect = BrokerDialect.allCases.first { $0.extensionSDKName == sdk } ?? .msal
        key = members["broker_key"].flatMap { BrokerKey(text: $0) }
        app = BrokerApp(
            name: members["client_app_name"], version: members["client_app_version"],
            sdkVersion: members["client_version"], sdkName: members["client_sku"])
        additional = members.parameters(without: Self.names)
    }
}
