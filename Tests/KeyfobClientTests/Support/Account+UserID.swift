import KeyfobCore
import Testing

extension Account {
    /// The user's part of the identifier, before the dot and the home tenant.
    func userID() throws -> String {
        let dot = try #require(identifier.firstIndex(of: "."))
        return String(identifier[..<dot])
    }
}
