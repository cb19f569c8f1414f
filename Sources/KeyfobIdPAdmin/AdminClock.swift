import KeyfobCore
package import KeyfobIdPCore
package import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/clock`: the provider's clock, which runs ahead of the machine's by an offset.
package enum AdminClock {
    /// A hundred years, so that no sum overflows.
    private static let limit: Int64 = 100 * 366 * 86400

    private static let request = AdminSchema.oneOf(
        .object(
            required: ["advance_seconds": .number("Moves the clock by this.", -limit...limit)],
            optional: ["offset_seconds": .nothing]),
        .object(
            required: ["offset_seconds": .number("Sets how far the clock is ahead of the machine's.", -limit...limit)],
            optional: ["advance_seconds": .nothing]))

    private static let response = AdminSchema.object(required: [
        "now": .number("The time, in seconds since 1970."),
        "offset_seconds": .number("How far the clock is ahead of the machine's."),
    ])

    static let operations = [
        AdminOperation(.get, "/_admin/clock", "Reads the clock.", .json(response), show),
        AdminOperation(
            .post, "/_admin/clock", "Moves the clock, by one of the two members.", request: request, .json(response),
            move),
    ]

    /// The members of a request to move the clock.
    package static let known = request.memberNames

    private static func show(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["now": .integer(context.now), "offset_seconds": .integer(context.directory.clockOffset)])
    }

    private static func move(_ context: RequestContext) async throws -> HTTPResponse {
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
        // Certificates have no times before 1970.
        guard (-limit...limit).contains(new), context.services.clock.unixSeconds &+ new >= 0 else {
            throw DirectoryError.conflict(
                "The clock cannot be moved that far: it stays after 1970, and within a hundred years of the machine's.")
        }
        try await context.transaction { try $0.setClockOffset(new) }
        try context.services.clockMoved(new)
        return new
    }
}
