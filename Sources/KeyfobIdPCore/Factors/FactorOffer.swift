import KeyfobIdPModel

/// The second factors that a page requests, or offers to register.
struct FactorOffer: Sendable, Hashable {
    /// Whether a code of an authenticator app is accepted.
    var hasAuthenticator: Bool
    /// The phone number to which a code is texted, or an empty text for any phone; nil if none.
    var phoneNumber: String?

    init(hasAuthenticator: Bool, phoneNumber: String?) {
        self.hasAuthenticator = hasAuthenticator
        self.phoneNumber = phoneNumber
    }

    /// The registered factors of a user.
    init(_ factors: UserFactors?) {
        self.init(hasAuthenticator: factors?.authenticator != nil, phoneNumber: factors?.phoneNumber)
    }

    var isEmpty: Bool { !hasAuthenticator && phoneNumber == nil }

    /// The factors that are in both offers.
    func limited(to other: FactorOffer) -> FactorOffer {
        FactorOffer(
            hasAuthenticator: hasAuthenticator && other.hasAuthenticator,
            phoneNumber: other.phoneNumber == nil ? nil : phoneNumber)
    }
}
