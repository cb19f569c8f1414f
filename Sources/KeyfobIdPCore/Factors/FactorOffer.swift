/// The second factors that a page asks for, or offers to register.
struct FactorOffer: Sendable, Hashable {
    /// Whether an authenticator app's code is one.
    var hasAuthenticator: Bool
    /// The number of the phone to which a code is texted, or an empty text where any phone would do; nil if none.
    var phoneNumber: String?

    init(hasAuthenticator: Bool, phoneNumber: String?) {
        self.hasAuthenticator = hasAuthenticator
        self.phoneNumber = phoneNumber
    }

    /// What a user has.
    init(_ factors: UserFactors?) {
        self.init(hasAuthenticator: factors?.authenticator != nil, phoneNumber: factors?.phoneNumber)
    }

    var isEmpty: Bool { !hasAuthenticator && phoneNumber == nil }

    /// What of this is in another offer, too.
    func limited(to other: FactorOffer) -> FactorOffer {
        FactorOffer(
            hasAuthenticator: hasAuthenticator && other.hasAuthenticator,
            phoneNumber: other.phoneNumber == nil ? nil : phoneNumber)
    }
}
