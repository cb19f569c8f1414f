/// Comparisons whose duration does not reveal where two secrets differ. Their lengths are not secret.
package enum ConstantTime {
    /// Whether two byte strings are equal.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }

    /// Whether two texts have the same UTF-8 bytes; Unicode equivalence is ignored.
    package static func equal(_ left: String, _ right: String) -> Bool {
        equal(Array(left.utf8), Array(right.utf8))
    }
}
