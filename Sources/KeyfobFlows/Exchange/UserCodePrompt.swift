public import Foundation

/// The code to show to a user who signs in on another device (RFC 8628 section 3.3).
public struct UserCodePrompt: Sendable, Hashable {
    /// The code that the user enters.
    public var userCode: String
    /// The address where the user enters it.
    public var verificationURI: String
    /// The address with the code included, if the provider sent one.
    public var verificationURIComplete: String?
    /// A sentence with both: the provider's, or a generated one.
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
