/// The identity platform's statement about the signed-in user, sent with the tokens (`client_info`): base64url of
/// `{"uid": home object id, "utid": home tenant id}`.
package struct ClientInfo: Sendable, Hashable {
    /// The user's object id in its home tenant; for B2C with the policy appended.
    package let uid: String
    /// The home tenant's id.
    package let utid: String
    /// The value as received.
    package let rawValue: String

    /// Parses a `client_info` value; nil if it is not base64url of such an object.
    package init?(rawValue: String) {
        guard let bytes = Base64URL.decode(rawValue), let json = try? JSONValue(parsing: bytes),
            let uid = json["uid"]?.stringValue, !uid.isEmpty, let utid = json["utid"]?.stringValue
        else { return nil }
        self.uid = uid
        self.utid = utid
        self.rawValue = rawValue
    }

    /// Makes the value for a user.
    package init(uid: String, utid: String) {
        self.uid = uid
        self.utid = utid
        var json = Array("{\"uid\":".utf8)
        JSONValue.write(uid, to: &json)
        json.append(contentsOf: ",\"utid\":".utf8)
        JSONValue.write(utid, to: &json)
        json.append(UInt8(ascii: "}"))
        rawValue = Base64URL.encode(json)
    }

    /// `uid.utid` in lower case: the opaque identifier of the account across tenants.
    package var homeAccountID: String {
        let uid = uid.lowercased()
        let utid = utid.lowercased()
        return utid.isEmpty ? "\(uid).\(uid)" : "\(uid).\(utid)"
    }
}
