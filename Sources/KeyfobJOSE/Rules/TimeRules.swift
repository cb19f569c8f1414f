import Foundation
import KeyfobCore

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 number 9: the current time is before `exp`, plus the leeway. If the token
    /// may have expired, `exp` is only required (section 2).
    static let expiration = IDTokenRule(rule: .expiration) { token, expectations in
        guard let expiration = token.claims["exp"]?.doubleValue else { return "The token has no expiry." }
        guard expectations.isUnexpired else { return nil }
        let now = expectations.now.timeIntervalSince1970
        return now < expiration + expectations.leeway ? nil : "The token has expired."
    }

    /// RFC 7519 section 4.1.5: the current time is not before `nbf`, minus the leeway. The claim is optional.
    static let notBefore = IDTokenRule(rule: .notBefore) { token, expectations in
        guard let claim = token.claims["nbf"] else { return nil }
        guard let notBefore = claim.doubleValue else { return "The token's start is not a number." }
        let now = expectations.now.timeIntervalSince1970
        return notBefore - expectations.leeway <= now ? nil : "The token is not valid yet."
    }

    /// OpenID Connect Core sections 2 and 3.1.3.7 number 10: `iat` is required, and not in the future by more than the
    /// leeway.
    static let issuedAt = IDTokenRule(rule: .issuedAt) { token, expectations in
        guard let issuedAt = token.claims["iat"]?.doubleValue else {
            return "The token has no issue time."
        }
        let now = expectations.now.timeIntervalSince1970
        return issuedAt - expectations.leeway <= now ? nil : "The token was issued in the future."
    }
}
