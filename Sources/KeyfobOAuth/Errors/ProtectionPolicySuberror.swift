/// The suberrors for an app protection policy: the app's data must be protected before it gets a token.
package enum ProtectionPolicySuberror {
    /// Servers send the first, some brokers the second.
    private static let spellings: Set<String> = ["protection_policy_required", "protection_policies_required"]

    /// Whether a suberror is one of them.
    package static func matches(_ suberror: String?) -> Bool { suberror.map(spellings.contains) ?? false }
}
