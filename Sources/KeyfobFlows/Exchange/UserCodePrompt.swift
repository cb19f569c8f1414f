package import Foundation

/// The code to show to a user who signs in on another device (RFC 8628 section 3.3).
package struct UserCodePrompt: Sendable, Hashable {
    /// The code that the user enters.
    package var userCode: String
    /// The address where the user enters it.
    package var verificationURI: String
    /// The address with the code included, if the provider sent one.
    package var verificationURIComplete: String?
    /// A sentence with both: the provider's, or a generated one.
    package var message: String
    /// When the code expires.
    package var expiresOn: Date

    /// Makes a prompt.
    package init(
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
