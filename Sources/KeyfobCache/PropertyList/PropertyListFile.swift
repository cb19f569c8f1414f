package import KeyfobCore

/// A property list in a file: XML or binary.
package enum PropertyListFile {
    /// Reads the value of a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - file: the file's name in messages.
    /// - Throws: `AuthError` with code `configuration` if it is no property list.
    package static func value(_ bytes: [UInt8], of file: String) throws(AuthError) -> PropertyListValue {
        do {
            if bytes.starts(with: Array("bplist".utf8)) { return try BinaryPropertyList.decode(bytes) }
        } catch {
            throw .configuration(
                "\(file) is a damaged binary property list.", remedy: "Build the app again, and pass its new file.")
        }
        do {
            return try XMLPropertyList.decode(bytes)
        } catch {
            throw .configuration("\(file): \(error.message)", remedy: error.remedy)
        }
    }

    /// Reads a file whose value is a dictionary.
    package static func dictionary(
        _ bytes: [UInt8], of file: String
    ) throws(AuthError) -> [String: PropertyListValue] {
        guard case .dictionary(let members) = try value(bytes, of: file) else {
            throw .configuration(
                "\(file) holds no dictionary.", remedy: "Pass the file that the target's build settings name.")
        }
        return members
    }
}
