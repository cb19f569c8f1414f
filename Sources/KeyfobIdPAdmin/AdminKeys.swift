import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `/_admin/keys/rotate`
enum AdminKeys {
    static func rotate(_ context: RequestContext) async throws -> HTTPResponse {
        let next = try KeyRotation.make(context.configuration.signingAlgorithm, role: .next, now: context.now)
        try await context.transaction { try KeyRotation.rotate(next: next, now: context.now, in: $0) }
        let directory = try await context.services.directories.load(context.services.store)
        return .json([
            "current": .string(directory.keys.current?.keyID ?? ""),
            "published": .strings(directory.keys.published.map(\.keyID)),
        ])
    }
}
