/// The suberrors by which a policy on app protection is told: the app's data has to be protected before there is a token.
public enum ProtectionPolicySuberror {
    /// Servers write the first, some brokers the second.
    private static let spellings: Set<String> = ["protection_policy_required", "protection_policies_required"]

    /// Whether a suberror is one of them.
    public static func matches(_ suberror: String?) -> Bool { suberror.map(spellings.contains) ?? false }
}
