import Foundation
import KeyfobCore
import KeyfobJOSE

/// An ID token directly from the token endpoint must have been issued just now (OpenID Connect Core section 3.1.3.7
/// number 10). Otherwise one of the two clocks is wrong, and all lifetimes would be wrong.
enum ClockRule {
    /// The permitted difference between the two clocks, in seconds.
    static let leeway: Double = 300

    static func check(_ token: IDToken, at now: Date) throws(TokenValidationError) {
        guard let difference = difference(token, at: now), abs(difference) > leeway else { return }
        throw TokenValidationError(.issuedAt, "The token was not issued just now.")
    }

    /// Returns how far this machine's clock is ahead of the server's, in seconds.
    private static func difference(_ token: IDToken, at now: Date) -> Double? {
        token.claims["iat"]?.doubleValue.map { now.timeIntervalSince1970 - $0 }
    }

    /// Returns the error that reports the clock; nil if the clocks agree and the token is invalid.
    static func error(
        token: String, at now: Date, correlationID: String, cause: TokenValidationError
    ) -> AuthError? {
        guard let token = try? IDToken(decodingWithoutValidation: token),
            let difference = difference(token, at: now), abs(difference) > leeway
        else { return nil }
        let direction = difference > 0 ? "ahead of" : "behind"
        return AuthError(
            .configuration, origin: .app,
            message: "This machine's clock is \(duration(abs(difference))) \(direction) the identity provider's clock, "
                + "so the ID token's times cannot be checked.",
            remedy: "Set this machine's clock (turn on network time) and sign in again.",
            correlationID: correlationID, cause: cause)
    }

    private static func duration(_ seconds: Double) -> String {
        let minutes = (min(seconds, 1e12) / 60).rounded()
        return minutes < 120 ? "\(Int(minutes)) minutes" : "\(Int((minutes / 60).rounded())) hours"
    }
}
