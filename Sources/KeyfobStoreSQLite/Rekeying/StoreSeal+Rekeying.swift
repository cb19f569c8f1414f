import KeyfobCore

extension StoreSeal {
    /// Seals the contents of a row under another key.
    ///
    /// - Returns: nil if they do not open: altered contents are lost under any key.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if they were sealed by a newer version, which is not
    ///   damage.
    func reseal(
        _ sealed: [UInt8], of row: EntityRow, under next: StoreSeal, random: any RandomSource
    ) throws(AuthError) -> [UInt8]? {
        try loadedKey()
        let plain: [UInt8]
        do {
            plain = try open(sealed, associatedData: associatedData(row))
        } catch {
            guard sealed.first == Self.format else { throw error }
            return nil
        }
        return try next.seal(plain, associatedData: next.associatedData(row), random: random)
    }
}
