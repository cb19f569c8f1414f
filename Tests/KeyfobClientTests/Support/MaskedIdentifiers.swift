import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// A provider whose `client_info` says who signed in with identifiers of no particular form.
struct MaskedIdentifiers: HTTPTransport {
    let info: ClientInfo
    private let base: any HTTPTransport

    init(_ base: any HTTPTransport, seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let letters = Array("abcxyzABCXYZ0189~-_/+= .:%äß漢")
        func text() -> String { String((0..<(1 + random.below(40))).map { _ in letters[random.below(letters.count)] }) }
        info = ClientInfo(uid: text(), utid: text())
        self.base = base
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var response = try await base.send(request)
        guard request.url.path.hasSuffix("/token"), response.status == 200,
            var members = (try? JSONValue(parsing: response.body))?.objectValue
        else { return response }
        members["client_info"] = .string(info.rawValue)
        response.body = JSONValue.object(members).bytes()
        return response
    }
}
