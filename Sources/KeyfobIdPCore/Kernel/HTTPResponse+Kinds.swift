package import KeyfobOAuth

extension HTTPResponse {
    static let tooLarge = HTTPResponse.text("The body is larger than 1 MiB.", status: 413)

    static let nothingHere = HTTPResponse.text("There is nothing at this address.", status: 404)

    static func text(_ text: String, status: Int) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: Array((text + "\n").utf8))
    }

    /// A redirect that the browser follows with GET (RFC 9110 section 15.4.4), so that no password is sent along.
    package static func seeOther(_ location: String) -> HTTPResponse {
        HTTPResponse(status: 303, fields: ["Location": location])
    }
}
