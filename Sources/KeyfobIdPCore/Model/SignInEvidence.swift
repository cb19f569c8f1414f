/// What was proved in a sign-in beside the user's name: the methods, the device, the broker, the app that asked.
///
/// It goes from the browser's session, or from a primary refresh token, into the codes and refresh tokens that come of
/// it; the policies of Conditional Access are judged by it.
public struct SignInEvidence: Sendable, Hashable, Codable {
    /// How the user proved to be that user; values of claim `amr` (`pwd`, `mfa`, `otp`, `sms`, `rsa` for a certificate).
    public var methods: Set<String>
    /// When a second factor was last given (Unix seconds); nil if never.
    public var multiFactorAt: Int64?
    /// The registered device that proved its key; its state is looked up anew at each decision.
    public var deviceID: String?
    /// Whether the request came through a broker that holds the device's session key.
    public var isBrokered: Bool
    /// The bundle id that the broker named as the asking app; only a signed assertion sets it.
    public var callerBundleID: String?
    /// How the broker came to know the asking app: a raw value of `CallerIdentity.Assurance`.
    public var callerAssurance: String?
    /// The app's enrolment with the app-protection service.
    public var enrollmentID: String?
    /// How the sign-in came from another device: a raw value of ``TransferMethod``; nil if it did not.
    public var transferMethod: String?

    /// Makes evidence; without arguments, of nothing.
    public init(
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

    /// A password and nothing else: what records say that were written before evidence was kept.
    public static let password = SignInEvidence(methods: ["pwd"])

    /// This evidence and what was proved besides, which counts where both name one thing (the device, the app).
    public func adding(_ other: SignInEvidence) -> SignInEvidence {
        SignInEvidence(
            methods: methods.union(other.methods),
            multiFactorAt: [multiFactorAt, other.multiFactorAt].compactMap(\.self).max(),
            deviceID: other.deviceID ?? deviceID, isBrokered: isBrokered || other.isBrokered,
            callerBundleID: other.callerBundleID ?? callerBundleID,
            callerAssurance: other.callerAssurance ?? callerAssurance,
            enrollmentID: other.enrollmentID ?? enrollmentID,
            transferMethod: other.transferMethod ?? transferMethod)
    }

    /// Among the methods: a certificate that counted as two factors by itself. No value of claim `amr`.
    static let multiFactorCertificate = "x509mf"

    /// The methods as claim `amr` has them: how it began first, `mfa` last.
    public var authenticationMethods: [String] {
        let order = ["pwd", "rsa", "fed", "otp", "sms", "mfa"]
        func rank(_ method: String) -> Int { order.firstIndex(of: method) ?? order.count }
        return methods.subtracting([Self.multiFactorCertificate]).sorted { (rank($0), $0) < (rank($1), $1) }
    }
}
