import KeyfobIdPCore
import KeyfobOAuth

/// The `api-version` of a request, which every address of Resource Manager requires.
struct ManagementVersion: Comparable {
    /// Year, month and day, so that versions compare as their text does.
    let date: String

    /// Reads it from the query.
    ///
    /// - Throws: ``ManagementError`` if it is missing or not a date.
    init(_ context: RequestContext) throws {
        let query = try context.query()
        guard let text = query.nonEmpty("api-version") else {
            throw ManagementError(
                status: 400, code: "MissingApiVersionParameter",
                message: "The api-version query parameter (?api-version=) is required for all requests.")
        }
        guard let version = Self(text) else { throw Self.invalid(text) }
        self = version
    }

    private init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 4 && parts[3] == "preview",
            zip(parts, [4, 2, 2]).allSatisfy({ $0.count == $1 && $0.allSatisfy { ("0"..."9").contains($0) } })
        else { return nil }
        date = parts.prefix(3).joined(separator: "-")
    }

    /// A version that is known.
    init(known date: String) { self.date = date }

    /// The error for a version that an address does not have.
    static func invalid(_ text: String) -> ManagementError {
        ManagementError(
            status: 400, code: "InvalidApiVersionParameter",
            message: "The api-version '\(text.prefix(64))' is invalid. Send a date, such as 2022-12-01.")
    }

    static func < (first: Self, second: Self) -> Bool { first.date < second.date }
}
