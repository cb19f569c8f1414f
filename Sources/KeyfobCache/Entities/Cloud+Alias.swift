import KeyfobCore

extension Cloud {
    /// Whether two environments are names of one cloud.
    static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || containing(one).preferredCache == containing(other).preferredCache
    }
}
