#if Server
import Foundation
package import KeyfobClient
import KeyfobCore

extension TokenResult {
    /// Prints the user who signed in, without a token.
    package func printSignIn(asJSON: Bool) {
        guard !asJSON else { return Output.json(.object(description)) }
        Output.line(
            "Signed in as \(Output.name(account.username ?? account.identifier)), for \(Output.name(scopes.description))."
        )
    }

    /// The properties of the result, without a token.
    var description: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "account": account.json, "tenant": .string(tenantProfile?.tenantID ?? authority.tenant),
            "scopes": .strings(scopes), "expiresOn": .string(expiresOn.formatted(.iso8601)),
            "source": .string(source.rawValue),
        ]
        members["storeFailure"] = storeFailure.map { .string($0.rawValue) }
        return members
    }
}
#endif
