import KeyfobCore
package import KeyfobOAuth

/// An app's request to the single sign-on extension: an operation and a dictionary of texts.
///
/// The operating system identifies the caller to the extension, so that nothing is encrypted here.
package struct SingleSignOnRequest: Sendable, Hashable {
    /// The content of a request.
    package enum Content: Sendable, Hashable {
        /// Tokens, with user interaction if needed.
        case login(SingleSignOnTokenRequest)
        /// Tokens, silently.
        case refresh(SingleSignOnTokenRequest)
        /// The accounts of a client; nil for those of every client.
        case accounts(SingleSignOnAccountsQuery)
        /// An account to remove.
        case removeAccount(SingleSignOnRemoval)
        /// An account to sign out of the device.
        case signOut(SingleSignOnRemoval)
        /// The device information.
        case deviceInfo
        /// The default account.
        case defaultAccount(SingleSignOnAccountsQuery)
        /// The credentials that sign a browser in at a URL.
        case cookies(SingleSignOnCookiesQuery)
    }

    /// The content of the request.
    package var content: Content
    /// The dialect of the app's SDK (`client_sdk`).
    package var dialect: BrokerDialect = .msal
    /// `correlation_id`
    package var correlationID: String
    /// `broker_key`: encrypts nothing here; it identifies the app's installation.
    package var key: BrokerKey?
    /// The app's description of itself.
    package var app = BrokerApp()
    /// Every other member, unchanged. Its description shows names only.
    package var additional = FormParameters()

    /// The version of these dictionaries (`msg_protocol_ver`).
    package static let version = 4

    /// Makes a request.
    package init(_ content: Content, correlationID: String, app: BrokerApp = BrokerApp()) {
        self.content = content
        self.correlationID = correlationID
        self.app = app
    }

    /// The name of the requested operation.
    package var operation: SingleSignOnOperation {
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
    package var dictionary: [String: String] {
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
    /// - Throws: ``BrokerMessageError`` if something is missing or malformed.
    package init(_ operation: SingleSignOnOperation, _ dictionary: [String: String]) throws(BrokerMessageError) {
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
