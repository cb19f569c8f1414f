/// Binary property lists, version `bplist00`: the format of Apple's keyed archives.
///
/// The format is that of CoreFoundation's CFBinaryPList.c, which is its only specification: a header, the objects, a
/// table of their offsets, and a trailer of 32 bytes. Every input except a well-formed list of limited size and depth
/// is refused.
///
/// Foundation's `PropertyListSerialization` is not used: with Swift 6.3 on Linux it crashes on a list with a set, and
/// has no limit of values: 20 nested arrays of two references each, about 200 bytes, take it two seconds, and 26 more
/// than a minute. Its references of a keyed archive are of a private class without an accessor for the number.
package enum BinaryPropertyList {
    /// The maximum number of bytes that are read.
    package static let maximumSize = 16 << 20
    /// The maximum nesting depth of values.
    static let maximumDepth = 64
    /// The maximum number of values in an expanded list; one that is referenced twice counts twice.
    static let maximumNodes = 250_000

    /// Reads a list.
    ///
    /// - Throws: ``PropertyListError`` if it is malformed, has circular references, or is larger than any cache.
    package static func decode(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        var reader = try BinaryPropertyListReader(bytes)
        return try reader.root()
    }

    /// Writes a list; equal scalars are written once, and members in the order of their names.
    package static func encode(_ value: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        return writer.bytes(of: value)
    }
}

/// Data that is not a property list, or not one with the expected content.
package struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in a sentence that quotes none of the data.
    package let message: String

    /// Makes an error from its sentence.
    package init(_ message: String) { self.message = message }

    /// The sentence.
    package var description: String { message }
}
