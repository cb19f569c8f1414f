/// The evidence of a sign-in besides the user's name: the methods, the device, the broker, the calling app.
///
/// It is copied from the browser's session, or from a primary refresh token, to the codes and refresh tokens that
/// descend from it; the policies of Conditional Access use it.
package struct SignInEvidence: Sendable, Hashable, Codable {
    /// The user's authentication methods; values of claim `amr` (`pwd`, `mfa`, `otp`, `sms`, `rsa` for a certificate).
    package var methods: Set<String>
    /// The time of the last second factor (Unix seconds); nil if there was none.
    package var multiFactorAt: Int64?
    /// The registered device that proved its key; its state is looked up at each decision.
    package var deviceID: String?
    /// Whether the request came through a broker that holds the device's session key.
    package var isBrokered: Bool
    /// The bundle id of the calling app, as the broker stated it; only a signed assertion sets it.
    package var callerBundleID: String?
    /// How the broker identified the calling app: a raw value of `CallerIdentity.Assurance`.
    package var callerAssurance: String?
    /// The app's enrolment with the app-protection service.
    package var enrollmentID: String?
    /// How the sign-in was transferred from another device: a raw value of `TransferMethod`; nil if it was not.
    package var transferMethod: String?

    /// Makes evidence; without arguments it is empty.
    package init(
        methods: Set<String> = [], multiFactorAt: Int64? = nil, deviceID: String? = nil, isBrokered: Bool = false,
        callerBundleID: String? = nil, callerAssurance: String? = nil, enrollmentID: String? = nil,
        transferMethod: String? = nil
    ) {
        self.methods = methods
        self.multiFactorAt = multiFactorAt
        self.deviceID = deviceID
        self.isBrokered = isBrokered
        self.callerBundleID = callerBundleID
        self.callerAssurance = callerAssurance
        self.enrollmentID = enrollmentID
        self.transferMethod = transferMethod
    }

    /// A password alone, as in records from before evidence was stored.
    package static let password = SignInEvidence(methods: ["pwd"])

    /// Merges this evidence with other evidence, which takes precedence where both name a device or an app.
    package func adding(_ other: SignInEvidence) -> SignInEvidence {
        SignInEvidence(
            methods: methods.union(other.methods),
            multiFactorAt: [multiFactorAt, other.multiFactorAt].compactMap(\.self).max(),
            deviceID: other.deviceID ?? deviceID, isBrokered: isBrokered || other.isBrokered,
            callerBundleID: other.callerBundleID ?? callerBundleID,
            callerAssurance: other.callerAssurance ?? callerAssurance,
            enrollmentID: other.enrollmentID ?? enrollmentID,
            transferMethod: other.transferMethod ?? transferMethod)
    }

    /// The method of a certificate that counted as two factors by itself. It is not a value of claim `amr`.
    package static let multiFactorCertificate = "x509mf"

    /// The methods as in claim `amr`: the first method first, `mfa` last.
    package var authenticationMethods: [String] {
        let order = ["pwd", "rsa", "fed", "otp", "sms", "mfa"]
        func rank(_ method: String) -> Int { order.firstIndex(of: method) ?? order.count }
        return methods.subtracting([Self.multiFactorCertificate]).sorted { (rank($0), $0) < (rank($1), $1) }
    }
}
