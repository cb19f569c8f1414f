import KeyfobCore

/// The limits of members that have no effect here, and are returned as they were sent: `info`, `notes`, `tags` and so on.
enum FreeMembers {
    /// The bytes of a value as JSON.
    private static let mostBytes = 8192
    /// The elements of a list.
    private static let mostElements = 250
    /// The characters of a text in a list.
    private static let longestElement = 256
    /// The characters of the texts whose length Microsoft Graph publishes.
    private static let longest: [String: Int] = [
        "description": 1024, "notes": 1024, "serviceManagementReference": 256, "uniqueName": 256,
        "defaultRedirectUri": 2048, "samlMetadataUrl": 2048, "jobTitle": 128, "department": 64, "companyName": 64,
        "officeLocation": 128, "mobilePhone": 64, "faxNumber": 64, "mailNickname": 64, "city": 128, "country": 128,
        "state": 128, "postalCode": 40, "streetAddress": 1024, "employeeId": 16, "employeeType": 256,
    ]
    /// The members of `info`, each an address.
    private static let info: Set<String> = [
        "logoUrl", "marketingUrl", "privacyStatementUrl", "supportUrl", "termsOfServiceUrl",
    ]
    private static let longestAddress = 2048

    /// Checks the members in a JSON object; nil has none.
    ///
    /// - Throws: ``DirectoryError`` with the member at fault.
    static func check(_ text: String?) throws(DirectoryError) {
        guard let text else { return }
        try check((try? JSONValue(parsing: text))?.objectValue ?? [:])
    }

    /// Checks members.
    ///
    /// - Throws: ``DirectoryError`` with the member at fault.
    static func check(_ members: [String: JSONValue]) throws(DirectoryError) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard value.text().utf8.count <= mostBytes else {
                throw .invalid(member: name, "has more than \(mostBytes) bytes.")
            }
            if let most = longest[name], let text = value.stringValue, isLong(text, most) {
                throw .invalid(member: name, "has more than \(most) characters.")
            }
            if let elements = value.arrayValue {
                guard elements.count <= mostElements else {
                    throw .invalid(member: name, "has more than \(mostElements) elements.")
                }
                guard elements.allSatisfy({ !isLong($0.stringValue ?? "", longestElement) }) else {
                    throw .invalid(member: name, "has an element of more than \(longestElement) characters.")
                }
            }
            if name == "info", let members = value.objectValue { try check(info: members) }
        }
    }

    private static func check(info members: [String: JSONValue]) throws(DirectoryError) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard info.contains(name) else { throw .invalid(member: "info.\(name.prefix(64))", "is not known here.") }
            guard value == .null || value.stringValue.map({ !isLong($0, longestAddress) }) == true else {
                throw .invalid(member: "info.\(name)", "is no text of at most \(longestAddress) characters.")
            }
        }
    }

    /// Whether a text has more characters than a number. The bytes are counted first, so that a long text costs little.
    static func isLong(_ text: String, _ most: Int) -> Bool { text.utf8.count > 4 * most || text.count > most }
}
