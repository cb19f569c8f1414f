import KeyfobIdPModel

/// `authenticationStrength`: the combinations of methods that count as a second factor.
package struct AuthenticationStrength: Sendable, Hashable {
    /// The combinations, each of which is enough, as values of claim `amr`.
    package let combinations: Set<Set<String>>

    private static let anySecondFactor: Set<Set<String>> = [["pwd", "mfa"], certificateAlone]
    private static let certificate: Set<Set<String>> = [certificateAlone]
    /// A certificate that counts as two factors. A single-factor certificate with a texted code is weaker.
    private static let certificateAlone: Set<String> = ["rsa", "mfa", SignInEvidence.multiFactorCertificate]

    /// The three built-in strengths, as far as this provider supports their methods.
    private static let builtIn: [String: Set<Set<String>>] = [
        "00000000-0000-0000-0000-000000000002": anySecondFactor,
        "00000000-0000-0000-0000-000000000003": certificate,
        "00000000-0000-0000-0000-000000000004": certificate,
    ]

    /// The methods of Graph's `allowedCombinations` that exist here.
    private static let methods: [String: Set<String>] = [
        "password": ["pwd"], "softwareoath": ["otp", "mfa"], "sms": ["sms", "mfa"],
        "x509certificatesinglefactor": ["rsa"], "x509certificatemultifactor": certificateAlone,
    ]

    init(_ reader: PolicyReader) throws(PolicyFormatError) {
        let listed = try reader.strings("allowedCombinations")
        if !(try reader.strings("combinationConfigurations")).isEmpty {
            throw reader.fault("combinationConfigurations", "this provider cannot evaluate it")
        }
        guard listed.isEmpty else {
            combinations = Set(listed.compactMap(Self.combination))
            guard !combinations.isEmpty else {
                throw reader.fault(
                    "allowedCombinations", "none of them can be met here, so the policy would only block")
            }
            return
        }
        guard let known = Self.builtIn[try reader.required("id").lowercased()] else {
            throw reader.fault("id", "it is not a built-in strength, and 'allowedCombinations' is missing")
        }
        combinations = known
    }

    /// The methods of one combination (`password,sms`); nil if one of them does not exist here, so that no user can
    /// meet it.
    private static func combination(_ text: String) -> Set<String>? {
        var all: Set<String> = []
        for name in text.split(separator: ",") {
            guard let own = methods[name.filter { $0 != " " }.lowercased()] else { return nil }
            all.formUnion(own)
        }
        return all
    }

    package func isMet(by methods: Set<String>) -> Bool { combinations.contains { $0.isSubset(of: methods) } }
}
