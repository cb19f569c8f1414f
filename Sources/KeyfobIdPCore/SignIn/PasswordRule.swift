package import KeyfobCore
package import KeyfobCrypto

/// The rules of Entra ID for new passwords.
package enum PasswordRule {
    /// Whether a password has 8 to 256 characters, of three of the kinds lower case, upper case, digits and others.
    package static func isComplex(_ password: String) -> Bool {
        guard (8...256).contains(password.count), password.utf8.count <= 1024 else { return false }
        let kinds = [
            password.contains(where: \.isLowercase), password.contains(where: \.isUppercase),
            password.contains(where: \.isNumber),
            password.contains { !$0.isLowercase && !$0.isUppercase && !$0.isNumber },
        ]
        return kinds.filter(\.self).count >= 3
    }

    /// The hash of a password, as a user stores it. It takes a tenth of a second.
    package static func hash(
        _ password: Secret<String>, random: any RandomSource, cost: ScryptParameters
    ) throws -> String {
        try PasswordHash(password: password, salt: random.bytes(16), parameters: cost).encoded
    }
}
