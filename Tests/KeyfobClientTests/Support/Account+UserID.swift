import KeyfobCore
import Testing

extension Account {
    /// The user's part of the identifier, which has the home tenant's after a dot.
    func userID() throws -> String {
        let dot = try #require(identifier.firstIndex(of: "."))
        return String(identifier[..<dot])
    }
}
