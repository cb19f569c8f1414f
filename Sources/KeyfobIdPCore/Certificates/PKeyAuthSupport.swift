package import KeyfobOAuth

/// Whether a request comes from the web view of a broker, or of an app that answers device challenges: it says so
/// (MS-PKAP section 3.1.5.1), and has no certificates of people.
package enum PKeyAuthSupport {
    package static func isAdvertised(_ request: HTTPRequest) -> Bool {
        request.fields["x-ms-PkeyAuth+"] == "1.0" || request.fields["x-ms-PkeyAuth"] == "1.0"
            || (request.fields["User-Agent"] ?? "").split(separator: " ").contains("PKeyAuth/1.0")
    }
}
