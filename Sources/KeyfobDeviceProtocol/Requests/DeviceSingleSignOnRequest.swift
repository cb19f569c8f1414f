/// An app's request to the device's single sign-on extension (`ASAuthorizationSingleSignOnRequest`).
public struct DeviceSingleSignOnRequest: Sendable, Hashable {
    /// The URL of the identity provider, whose host an extension has claimed.
    public var provider: String
    /// `requestedOperation`
    public var operation: String
    /// `authorizationOptions`, texts only. The device passes them on unread.
    public var options: [String: String]
    /// `isUserInterfaceEnabled`: whether user interaction is allowed.
    public var isUserInterfaceEnabled: Bool

    /// Makes a request.
    public init(provider: String, operation: String, options: [String: String], isUserInterfaceEnabled: Bool) {
        self.provider = provider
        self.operation = operation
        self.options = options
        self.isUserInterfaceEnabled = isUserInterfaceEnabled
    }
}

/// The response of a single sign-on extension.
public enum DeviceSingleSignOnResponse: Sendable, Hashable {
    /// The response, texts only.
    case success([String: String])
    /// No response: cancelled, not interactive, or another reason.
    case failure(DeviceError)
}
