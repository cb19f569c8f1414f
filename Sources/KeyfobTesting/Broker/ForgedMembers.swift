package import KeyfobBrokerProtocol
package import KeyfobCore
import KeyfobOAuth

/// The unsigned members that an app in the broker's place writes beside another user's genuine tokens, so that they look
/// like those of the account that a request is for.
package struct ForgedMembers: Sendable, Hashable, CustomStringConvertible {
    /// Whose value a member has.
    package enum Value: String, Sendable, CaseIterable {
        /// The user's whose tokens they are.
        case genuine
        /// The requested account's.
        case forged
        /// The member is left out.
        case missing
    }

    /// The account that the request is for.
    package struct Victim: Sendable {
        package let homeAccountID: String
        package let username: String

        /// Makes a victim.
        ///
        /// - Parameters:
        ///   - homeAccountID: `uid.utid`.
        ///   - username: The user's name.
        package init(homeAccountID: String, username: String) {
            self.homeAccountID = homeAccountID
            self.username = username
        }
    }

    /// `client_info`
    package var clientInfo: Value
    /// `home_account_id`
    package var homeAccountID: Value
    /// `user_id`
    package var userID: Value
    /// Whether names that the protocol does not have state the victim too.
    package var hasOtherNames: Bool
    /// Whether the response contains a refresh token.
    package var hasRefreshToken: Bool

    /// Every combination.
    package static let all: [ForgedMembers] = Value.allCases.flatMap { info in
        Value.allCases.flatMap { identifier in
            Value.allCases.flatMap { user in
                [true, false].flatMap { names in
                    [true, false].map { refreshes in
                        ForgedMembers(
                            clientInfo: info, homeAccountID: identifier, userID: user, hasOtherNames: names,
                            hasRefreshToken: refreshes)
                    }
                }
            }
        }
    }

    /// The number of combinations, which a test requires.
    package static let count = 108

    /// Changes a response to one with the other user's tokens and these members.
    package func write(_ genuine: BrokerTokens, as victim: Victim, to response: inout BrokerResponse) {
        var tokens = genuine
        tokens.clientInfo = pick(clientInfo, genuine.clientInfo, Self.info(victim.homeAccountID))
        tokens.homeAccountID = pick(homeAccountID, genuine.homeAccountID, victim.homeAccountID)
        tokens.userID = pick(userID, genuine.userID, victim.username)
        if !hasRefreshToken { tokens.refreshToken = nil }
        tokens.isTenantVerified = true
        response.outcome = .success(tokens)
        guard hasOtherNames else { return }
        let halves = victim.homeAccountID.split(separator: ".").map(String.init)
        for name in ["username", "upn", "preferred_username", "login_hint", "unique_name", "displayable_id"] {
            response.additional.set(name, victim.username)
        }
        for name in ["oid", "uid", "local_account_id", "unique_id", "home_oid"] {
            response.additional.set(name, halves.first ?? "")
        }
        for name in ["tid", "utid", "home_tid", "realm"] { response.additional.set(name, halves.last ?? "") }
    }

    /// `client_info` of an account.
    package static func info(_ homeAccountID: String) -> ClientInfo {
        let halves = homeAccountID.split(separator: ".").map(String.init)
        return ClientInfo(uid: halves.first ?? "", utid: halves.last ?? "")
    }

    private func pick<T>(_ value: Value, _ genuine: T?, _ forged: T) -> T? {
        switch value {
        case .genuine: genuine
        case .forged: forged
        case .missing: nil
        }
    }

    /// The members with their values.
    package var description: String {
        "client_info \(clientInfo), home_account_id \(homeAccountID), user_id \(userID), "
            + "other names \(hasOtherNames), refresh token \(hasRefreshToken)"
    }
}
