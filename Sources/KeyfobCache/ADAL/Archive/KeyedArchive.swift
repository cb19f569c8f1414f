/// Archives in the form of Foundation's `NSKeyedArchiver`, read and written as values.
///
/// The format: a binary property list with `$archiver`, `$version` (100000), `$objects`, whose first element is
/// `$null`, and `$top`, which refers to the root object. Written without Foundation because it does not rename classes
/// on Linux when it encodes; read without it because no class in an archive must be instantiated.
package enum KeyedArchive {
    static let archiver = "NSKeyedArchiver"
    static let version: Int64 = 100_000

    /// Reads an archive's root object.
    ///
    /// - Parameters:
    ///   - bytes: the archive, a binary property list.
    ///   - rootKey: the name of the root object in `$top`.
    /// - Throws: ``PropertyListError`` if the bytes are not such an archive, or its objects have circular references.
    package static func decode(
        _ bytes: [UInt8], rootKey: String = "root"
    ) throws(PropertyListError) -> ArchivedValue {
        var decoder = try KeyedArchiveDecoder(BinaryPropertyList.decode(bytes))
        return try decoder.root(rootKey)
    }

    /// Writes an archive with one root object.
    package static func encode(_ value: ArchivedValue, rootKey: String = "root") -> [UInt8] {
        var encoder = KeyedArchiveEncoder()
        return BinaryPropertyList.encode(encoder.archive(value, rootKey: rootKey))
    }
}
