import KeyfobCore
package import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `/_admin/keys/rotate`
package enum AdminKeys {
    private static let response = AdminSchema.object(required: [
        "current": .text("The id of the key that signs from now on.", "k1"),
        "published": .list("The ids of the keys in the JWK Set.", of: .text("A key's id.", "k1")),
    ])

    static let operations = [
        AdminOperation(
            .post, "/_admin/keys/rotate", "Signs with the next key from now on.", .json(response), rotate)
    ]

    private static func rotate(_ context: RequestContext) async throws -> HTTPResponse {
        let directory = try await rotateKeys(context)
        return .json([
            "current": .string(directory.keys.current?.keyID ?? ""),
            "published": .strings(directory.keys.published.map(\.keyID)),
        ])
    }

    /// Rotates the signing keys of the whole provider.
    ///
    /// - Returns: the directory with the new keys.
    @discardableResult
    package static func rotateKeys(_ context: RequestContext) async throws -> Directory {
        let next = try KeyRotation.make(context.configuration.signingAlgorithm, role: .next, now: context.now)
        try await context.transaction { try KeyRotation.rotate(next: next, now: context.now, in: $0) }
        return try await context.services.directories.load(context.services.store)
    }
}
