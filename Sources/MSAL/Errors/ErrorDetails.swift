import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import KeyfobOAuth

/// Makes the `userInfo` of an error.
enum ErrorDetails {
    static func userInfo(_ error: AuthError, account: Account?) -> [String: Any] {
        var info: [String: Any] = [
            MSALErrorDescriptionKey: error.description,
            // Without it Cocoa would make up a meaningless sentence.
            NSLocalizedDescriptionKey: error.message,
            MSALAuthErrorKey: error,
        ]
        info[NSLocalizedRecoverySuggestionErrorKey] = error.remedy
        if error.isThrottleHit { info[MSALThrottlingCacheHitKey] = 1 }
        info[MSALCorrelationIDKey] = error.correlationID
        info[MSALGrantedScopesKey] = error.grantedScopes?.values
        info[MSALDeclinedScopesKey] = error.declinedScopes?.values
        var fields = error.server?.headerFields ?? [:]
        if let seconds = error.retryAfter, seconds.isFinite {
            // A cached error contains the remaining time, not the one that the server returned at first.
            fields["Retry-After"] = "\(Int(clamping: Int64(min(max(seconds, 0), 1e9).rounded(.up))))"
        }
        if !fields.isEmpty { info[MSALHTTPHeadersKey] = fields }
        if let server = error.server { add(server, to: &info) }
        if let account {
            info[MSALDisplayableUserIdKey] = account.username
            info[MSALHomeAccountIdKey] = account.identifier.isEmpty ? nil : account.identifier
        }
        let failure = error.cause as? BrokerResponseError ?? (error.cause as? PartialGrant)?.cause
        if let failure { BrokerErrors.add(failure, to: &info) }
        return info
    }

    private static func add(_ server: AuthError.ServerDetails, to info: inout [String: Any]) {
        if !server.error.isEmpty { info[MSALOAuthErrorKey] = server.error }
        info[MSALOAuthSubErrorKey] = server.suberror
        if let suberror = server.suberror { info[MSALOAuthSubErrorDescriptionKey] = meaning(ofSuberror: suberror) }
        if !server.codes.isEmpty { info[MSALSTSErrorCodesKey] = server.codes }
        if server.status != 0 { info[MSALHTTPResponseCodeKey] = String(server.status) }
    }

    /// The meaning of the identity platform's suberrors, according to its documentation; nil for any other.
    private static func meaning(ofSuberror suberror: String) -> String? {
        switch suberror {
        case "basic_action": "The user can fix it in a sign-in, for example with another factor."
        case "additional_action":
            "The user can fix it outside of the sign-in, for example by registering the device."
        case "message_only": "It cannot be fixed; the sign-in page shows the reason."
        case "consent_required": "The user has not consented to the requested scopes, or has withdrawn the consent."
        case "user_password_expired": "The user's password has expired."
        case "bad_token": "The token is no longer valid; a sign-in gives another one."
        case "token_expired": "The token has expired."
        case _ where ProtectionPolicySuberror.matches(suberror):
            "The resource requires the app to be protected by Intune policies."
        case "client_mismatch": "The token belongs to another client."
        case "user_account_deleted": "The account no longer exists."
        default: nil
        }
    }
}
