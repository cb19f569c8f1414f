/// Archives in the form of Foundation's `NSKeyedArchiver`, read and written as values.
///
/// The form: a binary property list with `$archiver`, `$version` (100000), `$objects`, whose first is `$null`, and
/// `$top`, which refers to the root object. Written by hand because Foundation on Linux does not rename classes when it
/// encodes; read by hand because nothing that an archive names should be instantiated.
public enum KeyedArchive {
    static let archiver = "NSKeyedArchiver"
    static let version: Int64 = 100_000

    /// Reads an archive's root object.
    ///
    /// - Parameters:
    ///   - bytes: the archive, a binary property list.
    ///   - rootKey: under which name `$top` has it.
    /// - Throws: ``LegacyFormatError`` if the bytes are no such archive, or its objects refer to one another in a
    ///   circle.
    public static func decode(
        _ bytes: [UInt8], rootKey: String = "root"
    ) throws(LegacyFormatError) -> ArchivedValue {
        var decoder = try KeyedArchiveDecoder(BinaryPropertyList.decode(bytes))
        return try decoder.root(rootKey)
    }

    /// Writes an archive of one root object.
    public static func encode(_ value: ArchivedValue, rootKey: String = "root") -> [UInt8] {
        var encoder = KeyedArchiveEncoder()
        return BinaryPropertyList.encode(encoder.archive(value, rootKey: rootKey))
    }
}
