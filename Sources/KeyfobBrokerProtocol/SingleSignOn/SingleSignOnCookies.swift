package import KeyfobCore

/// Header fields that sign a browser in (`sso_cookies`).
package struct SingleSignOnCookies: Sendable, Hashable {
    /// A field, and the account that it belongs to.
    package struct Field: Sendable, Hashable {
        /// The field's name: `x-ms-RefreshTokenCredential`, `x-ms-DeviceCredential`.
        package var name: String
        /// The field's value, a signed token.
        package var value: Secret<String>
        /// The home account id; nil for the device's.
        package var homeAccountID: String?
        /// The account's user name.
        package var username: String?

        /// Makes a field.
        package init(name: String, value: Secret<String>, homeAccountID: String? = nil, username: String? = nil) {
            self.name = name
            self.value = value
            self.homeAccountID = homeAccountID
            self.username = username
        }
    }

    /// `prt_headers`: one for each account.
    package var accounts: [Field] = []
    /// `device_headers`
    package var devices: [Field] = []

    /// Makes a set of fields.
    package init(accounts: [Field] = [], devices: [Field] = []) {
        self.accounts = accounts
        self.devices = devices
    }

    init?(json text: String) {
        guard let json = try? JSONValue(parsing: text), json.objectValue != nil else { return nil }
        func fields(_ name: String) -> [Field] {
            (json[name]?.arrayValue ?? []).flatMap { entry in
                (entry["header"]?.objectValue ?? [:]).compactMap { header in
                    // A browser sends them: a line break would begin another field.
                    guard TokenSyntax.isTokenType(header.key) else { return nil }
                    return header.value.stringValue.flatMap(TokenSyntax.token).map { value in
                        Field(
                            name: header.key, value: value,
                            homeAccountID: entry["home_account_id"]?.stringValue,
                            username: entry["displayable_id"]?.stringValue)
                    }
                }
            }
        }
        accounts = fields("prt_headers")
        devices = fields("device_headers")
    }

    var jsonText: String {
        func list(_ fields: [Field]) -> JSONValue {
            .array(
                fields.map { field in
                    var members: [String: JSONValue] = ["header": [field.name: .string(field.value.reveal())].json]
                    members["home_account_id"] = field.homeAccountID.map { .string($0) }
                    members["displayable_id"] = field.username.map { .string($0) }
                    return .object(members)
                })
        }
        return JSONValue.object(["prt_headers": list(accounts), "device_headers": list(devices)]).text()
    }
}

extension [String: JSONValue] {
    fileprivate var json: JSONValue { .object(self) }
}
