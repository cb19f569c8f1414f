/// The SDK whose messages an app and a broker exchange over URLs.
package enum BrokerDialect: String, Sendable, Hashable, CaseIterable {
    /// MSAL's: version 3, scopes, both outcomes encrypted.
    case msal
    /// ADAL's: version 2, a resource, failures unencrypted.
    case adal

    /// The version of a response (`msg_protocol_ver`).
    package var version: Int {
        switch self {
        case .msal: 3
        case .adal: 2
        }
    }

    /// The name of the request parameter that contains the version.
    package var versionParameter: String {
        switch self {
        case .msal: "msg_protocol_ver"
        case .adal: "max_protocol_ver"
        }
    }

    /// The SDK's name in the state that an app stores while the broker is in front (`sdk_name`).
    package var sdkName: String {
        switch self {
        case .msal: "msal-objc"
        case .adal: "adal-objc"
        }
    }

    /// The SDK's name in requests to the single sign-on extension (`client_sdk`).
    package var extensionSDKName: String {
        switch self {
        case .msal: "sdk_msal"
        case .adal: "sdk_adal"
        }
    }
}
