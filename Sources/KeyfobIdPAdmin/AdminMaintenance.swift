import KeyfobCore
package import KeyfobIdPCore
package import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `/_admin/clock`: the provider's clock, which runs ahead of the machine's by an offset.
package enum AdminClock {
    /// A hundred years, so that no sum overflows.
    private static let limit: Int64 = 100 * 366 * 86400

    /// The members of a request to move the clock.
    package static let known: Set<String> = ["advance_seconds", "offset_seconds"]

    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["now": .integer(context.now), "offset_seconds": .integer(context.directory.clockOffset)])
    }

    static func move(_ context: RequestContext) async throws -> HTTPResponse {
        let new = try await move(by: try DirectoryDocument(context, known: known), context)
        return .json([
            "now": .integer(context.services.clock.unixSeconds &+ new), "offset_seconds": .integer(new),
        ])
    }

    /// Moves the clock of the whole provider, by `advance_seconds` or to `offset_seconds`.
    ///
    /// - Returns: the new offset in seconds.
    /// - Throws: ``DirectoryError`` for a malformed or too large number.
    @discardableResult
    package static func move(by body: DirectoryDocument, _ context: RequestContext) async throws -> Int64 {
        let advance = try body.integer("advance_seconds", -limit...limit)
        let offset = try body.integer("offset_seconds", -limit...limit)
        guard (advance == nil) != (offset == nil) else {
            throw DirectoryError.invalid("Give either 'advance_seconds' or 'offset_seconds'.")
        }
        let new = offset ?? context.directory.clockOffset + (advance ?? 0)
        guard (-limit...limit).contains(new) else {
            throw DirectoryError.invalid("The clock cannot be moved that far.")
        }
        try await context.transaction { try $0.setClockOffset(new) }
        try context.services.clockMoved(new)
        return new
    }
}

/// `/_admin/purge`: removes all expired data at once. Otherwise the provider removes it some time later.
enum AdminPurge {
    static func run(_ context: RequestContext) async throws -> HTTPResponse {
        let horizon = PurgeHorizon(at: context.now, context.configuration)
        while try await context.transaction({ try $0.purge(horizon, atMost: Housekeeping.piece) }) {}
        return .json(["purged": true])
    }
}

/// `/_admin/keys/rotate`
package enum AdminKeys {
    static func rotate(_ context: RequestContext) async throws -> HTTPResponse {
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
