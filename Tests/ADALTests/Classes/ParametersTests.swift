import ADAL
import Foundation
import KeyfobOAuth
import KeyfobTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Parameters of a resource's challenge")
struct ParametersTests {
    private static let good = """
        Bearer authorization_uri="https://login.microsoftonline.com/contoso.test", resource_id="https://api.contoso.test"
        """

    @Test(
        "The Bearer challenge is found in any place, among others",
        arguments: [
            good, "Negotiate YWJj==, \(good)", "Basic realm=\"x, Bearer y\", \(good)", "bearer" + good.dropFirst(6),
            good + ", Basic realm=\"z\"",
        ])
    func found(_ header: String) throws {
        var error: ADAuthenticationError?
        let parameters = try #require(
            ADAuthenticationParameters(fromResponseAuthenticateHeader: header, error: &error))
        #expect(error == nil)
        #expect(parameters.authority == "https://login.microsoftonline.com/contoso.test")
        #expect(parameters.resource == "https://api.contoso.test")
        #expect(parameters.extractedParameters?.count == 2)
    }

    @Test(
        "No header is 207; no Bearer challenge, two, or a useless one is 208",
        arguments: [
            ("", ADErrorCode.ERROR_SERVER_MISSING_AUTHENTICATE_HEADER),
            ("  ", .ERROR_SERVER_MISSING_AUTHENTICATE_HEADER),
            ("Basic realm=\"x\"", .ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT),
            ("Bearer", .ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT),
            ("Bearer authorization_uri=\"not a url\"", .ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT),
            ("\(good), \(good)", .ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT),
            ("=,,\"", .ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT),
        ])
    func refused(_ header: String, _ code: ADErrorCode) {
        var error: ADAuthenticationError?
        #expect(ADAuthenticationParameters(fromResponseAuthenticateHeader: header, error: &error) == nil)
        #expect(error?.code == code.rawValue)
        #expect(error?.domain == ADAuthenticationErrorDomain)
    }

    @Test("A response must be 401, and the resource gets a request without a token")
    func responses() async throws {
        let url = try #require(URL(string: "https://api.contoso.test/files"))
        func response(_ status: Int, _ header: String?) throws -> HTTPURLResponse {
            try #require(
                HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: nil,
                    headerFields: header.map { ["WWW-Authenticate": $0] } ?? [:]))
        }
        var error: ADAuthenticationError?
        #expect(ADAuthenticationParameters(from: try response(401, Self.good), error: &error)?.resource != nil)
        #expect(ADAuthenticationParameters(from: try response(200, Self.good), error: &error) == nil)
        #expect(error?.code == ADErrorCode.ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED.rawValue)
        #expect(ADAuthenticationParameters(from: try response(401, nil), error: &error) == nil)
        #expect(error?.code == ADErrorCode.ERROR_SERVER_MISSING_AUTHENTICATE_HEADER.rawValue)

        var answer = HTTPResponse(status: 401)
        answer.fields.set("WWW-Authenticate", Self.good)
        let wire = RecordingTransport(FixedAnswer(response: answer))
        let asked = try await ADAuthenticationParameters.parameters(fromResourceUrl: url, transport: wire)
        #expect(asked.authority == "https://login.microsoftonline.com/contoso.test")
        #expect(wire.exchanges.count == 1)
        #expect(wire.exchanges.first?.request.fields["Authorization"] == nil)
        await #expect(throws: ADAuthenticationError.self) {
            try await ADAuthenticationParameters.parameters(
                fromResourceUrl: URL(filePath: "/files"), transport: FixedAnswer(response: answer))
        }
    }

    @Test("An address that is not an https URL is error 100, in the form with a block and in the async one")
    func address() async {
        let url = URL(filePath: "/files")
        let (parameters, error) = await ADAuthenticationParameters.parameters(fromResourceUrl: url)
        #expect(parameters == nil)
        #expect(error?.code == ADErrorCode.ERROR_DEVELOPER_INVALID_ARGUMENT.rawValue)
        let code: Int? = await withCheckedContinuation { continuation in
            ADAuthenticationParameters.parameters(fromResourceUrl: url) { continuation.resume(returning: $1?.code) }
        }
        #expect(code == ADErrorCode.ERROR_DEVELOPER_INVALID_ARGUMENT.rawValue)
    }
}

/// Returns the same response to every request.
struct FixedAnswer: HTTPTransport {
    let response: HTTPResponse

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { response }
}
