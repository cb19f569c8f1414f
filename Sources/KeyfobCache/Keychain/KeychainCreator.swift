/// `kSecAttrCreator` in IdentityCore's items: the low 32 bits of `-[NSString hash]`.
package enum KeychainCreator {
    /// The hash of a text, as in CoreFoundation's source (`CFString.c`, `CFStringHashNSString`): over all UTF-16 units
    /// up to 96, else over three runs of 32 at the start, in the middle and at the end.
    package static func hash(_ text: String) -> UInt32 {
        let units = Array(text.utf16)
        var hashed = units[...]
        if units.count > 96 {
            let middle = units.count / 2 - 16
            hashed = units[..<32] + units[middle..<middle + 32] + units[(units.count - 32)...]
        }
        // Unsigned arithmetic with wrap-around, as in C.
        var result = UInt64(units.count)
        var rest = hashed
        while rest.count >= 4 {
            let four = rest.prefix(4).map(UInt64.init)
            rest = rest.dropFirst(4)
            result = result &* 67_503_105 &+ four[0] &* 16_974_593 &+ four[1] &* 66_049 &+ four[2] &* 257 &+ four[3]
        }
        for unit in rest { result = result &* 257 &+ UInt64(unit) }
        result = result &+ (result &<< UInt64(units.count & 31))
        return UInt32(truncatingIfNeeded: result)
    }
}
