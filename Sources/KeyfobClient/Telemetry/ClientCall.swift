/// The calls that an app makes, as telemetry counts them.
public enum ClientCall: Int, Sendable, Hashable, CaseIterable {
    /// A token without any user interface.
    case silent = 34
    /// A token by a sign-in in a browser.
    case interactive = 167
    /// A token by a sign-in on another device.
    case deviceCode = 612
    /// A removal, with or without the browser.
    case signOut = 941

    /// The name in events.
    public var name: String {
        switch self {
        case .silent: "acquire_token_silent"
        case .interactive: "acquire_token_interactive"
        case .deviceCode: "acquire_token_device_code"
        case .signOut: "sign_out"
        }
    }
}
