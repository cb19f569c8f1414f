import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import KeyfobOAuth

/// What `userInfo` says of an error.
enum ErrorDetails {
    static func userInfo(_ error: AuthError, account: Account?) -> [String: Any] {
        var info: [String: Any] = [
            MSALErrorDescriptionKey: error.description,
            // Cocoa would make up a sentence that says nothing.
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
            // A remembered error says how long is left, not what the server said at first.
            fields["Retry-After"] = "\(Int(clamping: Int64(min(max(seconds, 0), 1e9).rounded(.up))))"
        }
        if !fields.isEmpty { info[MSALHTTPHeadersKey] = fields }
        if let server = error.server { add(server, to: &info) }
        if let account {
            info[MSALDisplayableUserIdKey] = account.username
            info[MSALHomeAccountIdKey] = account.identifier.isEmpty ? nil : account.identifier
        }
        let failure = error.cause as? BrokerFailure ?? (error.cause as? PartialGrant)?.cause
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

    /// What the identity platform's suberrors mean, as its documentation lists them; nil for any other.
    private static func meaning(ofSuberror suberror: String) -> String? {
        switch suberror {
        case "basic_action": "The person can mend it in a sign-in, for example by another factor."
        case "additional_action":
            "The person can mend it outside of the sign-in, for example by registering the device."
        case "message_only": "It cannot be mended; the sign-in page says why."
        case "consent_required": "The person has not consented to what the app asks for, or no longer does."
        case "user_password_expired": "The person's password has expired."
        case "bad_token": "The token is no longer valid; a sign-in gives another one."
        case "token_expired": "The token has expired."
        case _ where ProtectionPolicySuberror.matches(suberror):
            "The resource wants the app to be protected by policies of Intune."
        case "client_mismatch": "The token belongs to another client."
        case "user_account_deleted": "The account does not exist any longer."
        default: nil
        }
    }
}
