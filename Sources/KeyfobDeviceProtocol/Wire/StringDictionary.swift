import KeyfobCore

/// Dictionaries of texts as attachments: the form of a single sign-on extension's requests and responses.
enum StringDictionary {
    /// Returns the dictionary as a JSON object, its members in no order: attachments are never compared.
    static func bytes(_ dictionary: [String: String]) -> [UInt8] {
        var out: [UInt8] = []
        // Tokens are the longest values, and need no escapes.
        out.reserveCapacity(dictionary.reduce(2) { $0 + $1.key.utf8.count + $1.value.utf8.count + 6 })
        out.append(UInt8(ascii: "{"))
        for (name, value) in dictionary {
            if out.count > 1 { out.append(UInt8(ascii: ",")) }
            JSONValue.write(name, to: &out)
            out.append(UInt8(ascii: ":"))
            JSONValue.write(value, to: &out)
        }
        out.append(UInt8(ascii: "}"))
        return out
    }

    static func parse(_ bytes: [UInt8]) throws(DeviceError) -> [String: String] {
        guard let members = (try? JSONValue(parsing: bytes, maximumDepth: 2))?.objectValue else {
            throw .malformed("An attachment is no dictionary.")
        }
        var texts = [String: String](minimumCapacity: members.count)
        for (name, value) in members {
            guard let text = value.stringValue else {
                throw .malformed("A dictionary holds something else than texts.")
            }
            texts[name] = text
        }
        return texts
    }
}
