public import Foundation

/// The code and the address to show to a user who signs in on another device (RFC 8628 section 3.2).
public struct DeviceCodePrompt: Sendable, Hashable {
    /// The code that the user enters.
    public var userCode: String
    /// The address where it is entered.
    public var verificationURI: String
    /// The same address with the code in it, if the provider has one (`verification_uri_complete`).
    public var verificationURIComplete: String?
    /// The provider's own message, with the code and the address.
    public var message: String
    /// When the code expires.
    public var expiresOn: Date

    /// Makes a prompt.
    public init(
        userCode: String, verificationURI: String, verificationURIComplete: String? = nil, message: String,
        expiresOn: Date
    ) {
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.message = message
        self.expiresOn = expiresOn
    }
}
