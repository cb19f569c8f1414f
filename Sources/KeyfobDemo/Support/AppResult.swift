#if Server
import KeyfobCore

/// The output of an app.
struct AppResult: Sendable {
    let json: JSONValue

    var succeeded: Bool { json["ok"]?.boolValue == true }
    /// The source of the token.
    var source: String { json["source"]?.stringValue ?? "" }
    var user: String { json["user"]?.stringValue ?? "" }
    var code: String { json["code"]?.stringValue ?? "" }
    var message: String { json["message"]?.stringValue ?? "" }
    var remedy: String { json["remedy"]?.stringValue ?? "" }
    var accounts: [String] { strings("accounts") }
    var granted: [String] { strings("granted") }
    var declined: [String] { strings("declined") }
    /// The AADSTS numbers of the server's error.
    var numbers: [Int64] { (json["aadsts"]?.arrayValue ?? []).compactMap(\.integerValue) }
    /// The call to the API.
    var token: Secret<String> { Secret(json["authorization"]?.stringValue ?? "") }

    private func strings(_ name: String) -> [String] { (json[name]?.arrayValue ?? []).compactMap(\.stringValue) }
}
#endif
