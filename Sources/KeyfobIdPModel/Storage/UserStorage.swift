/// Users, and their counts for smart lockout.
package protocol UserStorage {
    /// The user with that object id.
    func user(objectID: String) throws -> User?
    /// The user with that principal name, compared without regard to letter case.
    func user(userPrincipalName: String) throws -> User?
    /// The guest object of a user of another tenant.
    func guest(of homeUserID: String, in tenantID: String) throws -> User?
    /// Every user, in the order of insertion.
    func users() throws -> [User]
    /// Adds or replaces a user by the object id.
    func put(_ user: User) throws
    /// The counts of a user's failures.
    func lockout(userID: String) throws -> Lockout?
    /// Adds or replaces it by the user's id.
    func put(_ lockout: Lockout) throws
}
