package import KeyfobCore

/// A password as a salted scrypt hash.
package struct PasswordHash: Sendable, Hashable {
    private static let hashLength = 32

    /// The cost of making the hash, and of checking a password.
    package let parameters: ScryptParameters
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a password.
    ///
    ///   - password: the password; its UTF-8 bytes are hashed without normalization.
    ///   - password: the password; its UTF-8 bytes are hashed as they are.
    ///   - salt: at least 8 random bytes, made for this password.
    ///   - parameters: the cost.
    /// - Throws: ``CryptoError`` if the salt is too short or the parameters are out of range.
    package init(
        password: Secret<String>, salt: [UInt8], parameters: ScryptParameters = .standard
    ) throws(CryptoError) {
        guard (8...64).contains(salt.count) else { throw CryptoError("A password's salt has 8 to 64 bytes.") }
        self.parameters = parameters
        self.salt = salt
        hash = try Scrypt.derive(
            Array(password.reveal().utf8), salt: salt, count: Self.hashLength, parameters: parameters)
    }

    /// Parses the result of ``encoded``; nil if the text does not have that form, or its parameters are out of range.
    package init?(encoded: String) {
        let parts = encoded.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let parameters = ScryptParameters(encoded: parts[2]),
            let salt = Self.decode(parts[3]), (8...64).contains(salt.count),
            let hash = Self.decode(parts[4]), hash.count == Self.hashLength
        else { return nil }
        self.parameters = parameters
        self.salt = salt
        self.hash = hash
    }

    /// The hash as one line, `$scrypt$ln=15,r=8,p=1$SALT$HASH`, in the PHC string format.
    package var encoded: String {
        let cost = "ln=\(parameters.n.trailingZeroBitCount),r=\(parameters.r),p=\(parameters.p)"
        return "$scrypt$\(cost)$\(Self.encode(salt))$\(Self.encode(hash))"
    }

    /// Whether this is the hash of that password. A wrong password takes as long as the right one.
    package func verifies(_ password: Secret<String>) -> Bool {
        let candidate = try? Scrypt.derive(
            Array(password.reveal().utf8), salt: salt, count: Self.hashLength, parameters: parameters)
        return candidate.map { ConstantTime.equal($0, hash) } ?? false
    }

    // The PHC format uses plain base64 without padding: two characters differ from base64url.
    private static func encode(_ bytes: [UInt8]) -> String {
        String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }

    private static func decode(_ text: Substring) -> [UInt8]? {
        guard !text.contains("-"), !text.contains("_") else { return nil }
        return Base64URL.decode(String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
    }
}

extension ScryptParameters {
    /// Parses `ln=15,r=8,p=1`, in canonical form only.
    fileprivate init?(encoded: Substring) {
        var values: [Int] = []
        let fields = encoded.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        for (field, prefix) in zip(fields, ["ln=", "r=", "p="]) {
            guard field.hasPrefix(prefix), let value = Int(field.dropFirst(prefix.count)),
                String(value) == field.dropFirst(prefix.count)
            else { return nil }
            values.append(value)
        }
        guard (1...20).contains(values[0]) else { return nil }
        self.init(n: 1 << values[0], r: values[1], p: values[2])
        guard isValid else { return nil }
    }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    /// Only the method and its cost; salt and hash are not for logs.
    package var description: String { "scrypt(n: \(parameters.n), r: \(parameters.r), p: \(parameters.p))" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
