import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/clock`: the provider's clock, which runs ahead of the machine's by an offset.
enum AdminClock {
    /// A hundred years, so that no sum overflows.
    private static let limit: Int64 = 100 * 366 * 86400

    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["now": .integer(context.now), "offset_seconds": .integer(context.directory.clockOffset)])
    }

    static func move(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try AdminBody(context, known: ["advance_seconds", "offset_seconds"])
        let advance = try body.integer("advance_seconds", -limit...limit)
        let offset = try body.integer("offset_seconds", -limit...limit)
        guard (advance == nil) != (offset == nil) else {
            throw AdminError.invalid("Give either 'advance_seconds' or 'offset_seconds'.")
        }
        let new = offset ?? context.directory.clockOffset + (advance ?? 0)
        guard (-limit...limit).contains(new) else { throw AdminError.invalid("The clock cannot be moved that far.") }
        try await context.transaction { try $0.setClockOffset(new) }
        try context.services.clockMoved(new)
        return .json([
            "now": .integer(context.services.clock.unixSeconds &+ new), "offset_seconds": .integer(new),
        ])
    }
}
