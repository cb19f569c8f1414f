public import Foundation

/// What to show a person who signs in on another device (RFC 8628 section 3.2).
public struct DeviceCodePrompt: Sendable, Hashable {
    /// What the person types there.
    public var userCode: String
    /// Where to.
    public var verificationURI: String
    /// The same address with the code in it, if the provider has one (`verification_uri_complete`).
    public var verificationURIComplete: String?
    /// The provider's own sentence that says both.
    public var message: String
    /// When the code ceases to be valid.
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
