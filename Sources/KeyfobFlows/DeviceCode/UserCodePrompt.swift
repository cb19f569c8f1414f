public import Foundation

/// What to show a person who signs in on another device (RFC 8628 section 3.3).
public struct UserCodePrompt: Sendable, Hashable {
    /// What the person types there.
    public var userCode: String
    /// Where to.
    public var verificationURI: String
    /// The same with the code in it, if the provider has it.
    public var verificationURIComplete: String?
    /// A sentence that says both: the provider's, or one made of them.
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
