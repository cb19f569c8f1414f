import Foundation

/// The codes of errors in ``MSALErrorDomain``.
///
/// An app must handle ``interactionRequired`` and ``serverDeclinedScopes``; everything else may go to one handler.
#if canImport(ObjectiveC)
@objc(MSALError)
#endif
public enum MSALError: Int, Sendable {
    /// Any error that needs no particular handling; ``MSALInternalErrorCodeKey`` gives the number.
    case `internal` = -50000
    /// The device must be registered first.
    case workplaceJoinRequired = -50001
    /// A user must sign in: call `acquireToken`. An app must handle this code.
    case interactionRequired = -50002
    /// The sign-in succeeded, but scopes were declined; see ``MSALGrantedScopesKey`` and ``MSALDeclinedScopesKey``. An
    /// app must handle this code.
    case serverDeclinedScopes = -50003
    /// The resource requires the app to be managed (Intune app protection).
    case serverProtectionPoliciesRequired = -50004
    /// The user cancelled or declined, or the app cancelled the sign-in.
    case userCanceled = -50005
    /// The server failed. Never delivered as a code; see ``internal``.
    case serverError = -50006
    /// The device does not meet the policy. Never delivered as a code.
    case insufficientDeviceStrength = -50007
    /// The device was enrolled; call again. Never delivered as a code.
    #if canImport(ObjectiveC)
    @objc(MSALErrorMDMEnrollmentCompletedNeedsRetry)
    #endif
    case mdmEnrollmentCompletedNeedsRetry = -50008
    /// The user must change the password first (AADSTS50142).
    case serverInvalidRequestResetPasswordRequired = -50142
}

extension MSALError {
    /// The code of an error, for a `switch`; nil for an error of another domain. An addition to MSAL.
    ///
    /// - Parameter error: the error that a call threw, or that its completion block got.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == MSALErrorDomain else { return nil }
        self.init(rawValue: error.code)
    }
}
