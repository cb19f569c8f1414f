package import KeyfobCore

extension AuthError {
    /// Translates a keychain's status into an error with a remedy.
    ///
    /// - Parameters:
    ///   - status: the status of the keychain.
    ///   - group: the access group with its prefix, or without it while the prefix is being determined.
    package static func keychain(_ status: KeychainStatus, group: String) -> AuthError {
        switch status {
        case .missingEntitlement:
            AuthError(
                .configuration, origin: .store,
                message: "The keychain does not allow this app to use the access group \(group): \(status).",
                remedy: """
                    Sign the app with your team's profile, and add $(AppIdentifierPrefix)\(suffix(of: group)) to \
                    keychain-access-groups in its entitlements (capability Keychain Sharing).
                    """,
                cause: status)
        case .interactionNotAllowed:
            AuthError(
                .storeLocked, origin: .store, message: "The keychain is locked: \(status).",
                remedy: "Try again when the device has been unlocked.", cause: status)
        case .duplicateItem:
            AuthError(
                .storeUnavailable, origin: .store,
                message: "Another item has the name of a credential in the access group \(group): \(status).",
                remedy: "Look for another program of the group that writes items with IdentityCore's names.",
                cause: status)
        default:
            AuthError(
                .storeUnavailable, origin: .store, message: "The keychain failed: \(status).",
                remedy: "Try again; if it fails again, restart the device.", cause: status)
        }
    }

    /// A group's name without the team's identifier, which consists of ten capital letters and digits.
    private static func suffix(of group: String) -> Substring {
        let parts = group.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].allSatisfy({ $0.isUppercase || $0.isNumber }) else { return group[...] }
        return parts[1]
    }
}
