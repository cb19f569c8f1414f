import Foundation

/// The codes of errors in ``MSALErrorDomain``.
///
/// An app must handle ``interactionRequired`` and ``serverDeclinedScopes``; everything else may go to one handler.
#if canImport(ObjectiveC)
@objc(MSALError)
#endif
public enum MSALError: Int, Sendable {
    /// Anything that needs no handling of its own; ``MSALInternalErrorCodeKey`` says what.
    case `internal` = -50000
    /// The device must be registered first.
    case workplaceJoinRequired = -50001
    /// A person must sign in: call `acquireToken`. An app must handle this one.
    case interactionRequired = -50002
    /// The sign-in went through, but scopes were declined; see ``MSALGrantedScopesKey`` and ``MSALDeclinedScopesKey``.
    /// An app must handle this one.
    case serverDeclinedScopes = -50003
    /// The resource wants the app to be managed (Intune app protection).
    case serverProtectionPoliciesRequired = -50004
    /// The person went back or declined, or the program cancelled the sign-in.
    case userCanceled = -50005
    /// The server failed. Never delivered as a code; see ``internal``.
    case serverError = -50006
    /// The device is too weak for the policy. Never delivered as a code.
    case insufficientDeviceStrength = -50007
    /// The device was enrolled; call again. Never delivered as a code.
    case mdmEnrollmentCompletedNeedsRetry = -50008
    /// The person must change the password first (AADSTS50142).
    case serverInvalidRequestResetPasswordRequired = -50142
}

extension MSALError {
    /// The code of an error, so that one can switch over it; nil for an error of another domain. An addition to MSAL.
    ///
    /// - Parameter error: what a call threw, or what its completion block got.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == MSALErrorDomain else { return nil }
        self.init(rawValue: error.code)
    }
}
