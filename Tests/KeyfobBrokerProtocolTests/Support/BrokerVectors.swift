import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import Testing

/// The recorded formats, kept as data next to the tests.
enum BrokerVectors {
    static func list(_ name: String) throws -> [JSONValue] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let json = try JSONValue(parsing: Data(contentsOf: tests.appending(path: "Vectors/broker/\(name)")))
        return try #require(json.arrayValue)
    }

    /// The key of the vectors: the bytes 0 to 31.
    static var key: BrokerKey {
        get throws { try #require(BrokerKey(bytes: Array(0..<32))) }
    }

    static let redirect = "msauth.test.contoso.a://auth"

    /// A request of either dialect with every member set.
    static func request(
        _ dialect: KeyfobBrokerProtocol.BrokerDialect, nonce: String = "N-1", correlationID: String = "C-1"
    ) throws
        -> BrokerRequest
    {
        let target: BrokerRequest.Target =
            dialect == .msal
            ? .scopes(["api://files/Files.Read", "b"], openID: ["openid", "profile"]) : .resource("api://files")
        let address = dialect == .msal ? redirect : "x-msauth-contoso://test.contoso.a"
        return BrokerRequest(
            target: target, authority: Authority(environment: "login.microsoftonline.com", tenant: "common"),
            clientID: "client", redirectURI: address, correlationID: correlationID, key: try key, nonce: nonce)
    }

    static func state(_ request: BrokerRequest) throws -> BrokerResumeState {
        try BrokerResumeState(request, keychainGroup: "group")
    }
}

extension JSONValue {
    func text(_ name: String) throws -> String { try #require(self[name]?.stringValue) }
}
