#if Server
import Foundation
package import KeyfobClient
import KeyfobCore

extension TokenResult {
    /// Prints the access token, alone or with `--json` in a document with its properties.
    package func printToken(asJSON: Bool) {
        if storeFailure != nil {
            Output.warn(
                "Warning: the token is valid, but it could not be saved; the next call may need a user to sign in. "
                    + "\"keyfob doctor\" examines the store.")
        }
        guard asJSON else { return Output.secret(accessToken) }
        var members = description
        members["accessToken"] = .string(accessToken.reveal())
        members["tokenType"] = .string(tokenType)
        Output.json(.object(members))
    }

    /// Prints the user who signed in, without a token.
    package func printSignIn(asJSON: Bool) {
        guard !asJSON else { return Output.json(.object(description)) }
        Output.line("Signed in as \(Output.name(account.username ?? account.identifier)), for \(scopes).")
    }

    private var description: [String: JSONValue] {
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
