extension String {
    /// The text in lower case, as `lowercased()` returns it, but without a copy if it is in lower case already: most names
    /// in requests are.
    package var inLowerCase: String {
        let isUnchanged = utf8.withContiguousStorageIfAvailable { bytes in
            // Without a branch for each byte, the compiler compares many at once.
            var found: UInt8 = 0
            for byte in bytes { found |= (byte >= 0x80 ? 1 : 0) | (byte &- 0x41 < 26 ? 1 : 0) }
            return found == 0
        }
        return isUnchanged == true ? self : lowercased()
    }
}
