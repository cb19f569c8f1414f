extension AuthError.ServerDetails {
    /// The number of an Azure AD B2C error: 90118 (the user forgot the password) for `AADB2C90118: ...`; nil for every
    /// other error. B2C sends it only in ``description``.
    public var b2cCode: Int? {
        guard let description, description.hasPrefix("AADB2C") else { return nil }
        let digits = description.utf8.dropFirst(6).prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: Array(digits.prefix(9)), as: UTF8.self))
    }
}
