import KeyfobCore

/// Dictionaries of texts as attachments, the form of everything that a single sign-on extension is asked and answers.
enum StringDictionary {
    static func bytes(_ dictionary: [String: String]) -> [UInt8] {
        JSONValue.object(dictionary.mapValues { .string($0) }).bytes()
    }

    static func parse(_ bytes: [UInt8]) throws(DeviceFault) -> [String: String] {
        guard let members = (try? JSONValue(parsing: bytes, maximumDepth: 2))?.objectValue else {
            throw .malformed("An attachment is no dictionary.")
        }
        let texts = members.compactMapValues(\.stringValue)
        guard texts.count == members.count else { throw .malformed("A dictionary holds something else than texts.") }
        return texts
    }
}
