/// Binary property lists, version `bplist00`: what Apple's keyed archives are written in.
///
/// The layout is that of CoreFoundation's CFBinaryPList.c, which is its only specification: a header, the objects, a
/// table of their offsets, and a trailer of 32 bytes. Reading is total: anything but a well-formed list of bounded size
/// and depth is refused.
public enum BinaryPropertyList {
    /// The longest list that is read, in bytes.
    public static let maximumSize = 16 << 20
    /// How deep values may stand inside one another.
    static let maximumDepth = 64
    /// How many values a list may unfold to; one that is referred to twice counts twice.
    static let maximumNodes = 250_000

    /// Reads a list.
    ///
    /// - Throws: ``LegacyFormatError`` if it is malformed, refers to itself, or is larger than any cache.
    public static func decode(_ bytes: [UInt8]) throws(LegacyFormatError) -> PropertyListValue {
        var reader = try BinaryPropertyListReader(bytes)
        return try reader.root()
    }

    /// Writes a list; equal scalars are written once, and members in the order of their names.
    public static func encode(_ value: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        return writer.bytes(of: value)
    }
}
