#if Server
import ArgumentParser
import Foundation
import KeyfobClient
package import KeyfobCore

/// `--output`: the form in which a token is written.
package enum TokenForm: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The token alone.
    case text
    /// A document with the token's properties.
    case json
    /// The credential that `kubectl` reads from a plugin (client.authentication.k8s.io).
    case kubectl
    /// A line for `curl --config`.
    case curl
    /// The header of a request.
    case header

    /// Returns a token in this form, with a line break at its end.
    ///
    /// - Parameter environment: `KUBERNETES_EXEC_INFO` in it determines the version of the credential.
    /// - Throws: `AuthError` with code `configuration` if the form cannot contain the token.
    package func text(
        of token: AcquiredToken, environment: [String: String]
    ) throws(AuthError) -> Secret<String> {
        // An id token is presented as a bearer token too.
        let type = token.kind == .idToken ? "Bearer" : token.result.tokenType
        let name = "--output \(rawValue)"
        let line =
            switch self {
            case .text: try FormValue.token(token.secret, in: name)
            case .json: token.document.printableText()
            case .kubectl: Self.credential(token, environment: environment).printableText()
            case .curl: try "header = " + FormValue.curl(FormValue.authorization(type, token.secret, in: name))
            case .header: try FormValue.authorization(type, token.secret, in: name)
            }
        return Secret(line + "\n")
    }

    /// The names of versions that have the same members as far as they are written here.
    private static let versions = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"]

    /// Kubernetes, `ExecCredential`: the plugin responds in the version of the request.
    private static func credential(_ token: AcquiredToken, environment: [String: String]) -> JSONValue {
        let requested = environment["KUBERNETES_EXEC_INFO"].flatMap { text in
            try? JSONValue(parsing: Array(text.utf8))["apiVersion"]?.stringValue
        }
        var status: [String: JSONValue] = ["token": .string(token.secret.reveal())]
        status["expirationTimestamp"] = token.expiresOn.map { .string($0.formatted(.iso8601)) }
        return [
            "apiVersion": .string(requested.flatMap { versions.contains($0) ? $0 : nil } ?? versions[0]),
            "kind": "ExecCredential", "status": .object(status),
        ]
    }
}
#endif
