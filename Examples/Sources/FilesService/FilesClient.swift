import Keyfob
import KeyfobOAuth

/// A client of the API that stores the files.
struct FilesClient: Sendable {
    private let address: HTTPURL
    private let transport: any HTTPTransport

    init(address: String, transport: any HTTPTransport) throws(AuthError) {
        guard let address = HTTPURL(address) else {
            throw AuthError.configuration("The API's address is not an https URL.")
        }
        self.address = address
        self.transport = transport
    }

    /// The list of files, as the API returns it, for the token's user.
    func list(with token: TokenResult) async throws(AuthError) -> String {
        let request = HTTPRequest(
            method: .get, url: address, fields: ["Authorization": token.authorizationHeader.reveal()])
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(request)
        } catch {
            throw AuthError(.network, origin: .network, message: "The API cannot be reached.", cause: error)
        }
        guard response.isSuccess else {
            throw AuthError(.server, origin: .server, message: "The API returned status \(response.status).")
        }
        return String(decoding: response.body, as: UTF8.self)
    }
}
