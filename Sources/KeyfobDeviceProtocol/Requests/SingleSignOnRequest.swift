/// What an app asks of the device's single sign-on extension (`ASAuthorizationSingleSignOnRequest`).
public struct SingleSignOnRequest: Sendable, Hashable {
    /// Whom it concerns: the address of the identity provider, whose host an extension has claimed.
    public var provider: String
    /// `requestedOperation`
    public var operation: String
    /// `authorizationOptions`, which hold texts only. The device passes them on unread.
    public var options: [String: String]
    /// `isUserInterfaceEnabled`: whether a person may be asked.
    public var isUserInterfaceEnabled: Bool

    /// Makes a request.
    public init(provider: String, operation: String, options: [String: String], isUserInterfaceEnabled: Bool) {
        self.provider = provider
        self.operation = operation
        self.options = options
        self.isUserInterfaceEnabled = isUserInterfaceEnabled
    }
}
