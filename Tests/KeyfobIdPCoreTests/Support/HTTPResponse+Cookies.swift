import KeyfobOAuth

extension HTTPResponse {
    /// The cookies that the response sets, as a browser sends them in `Cookie`.
    var cookieField: String {
        fields.all("Set-Cookie").compactMap { $0.split(separator: ";").first }.joined(separator: "; ")
    }
}
