/// Users and what smart lockout remembers of them.
public protocol UserStorage {
    /// The user of that object id.
    func user(objectID: String) throws -> User?
    /// The user of that principal name, compared without regard to letter case.
    func user(userPrincipalName: String) throws -> User?
    /// The object that a user of another tenant has in a tenant as its guest.
    func guest(of homeUserID: String, in tenantID: String) throws -> User?
    /// Every user, in the order of their making.
    func users() throws -> [User]
    /// Adds or replaces a user by the object id.
    func put(_ user: User) throws
    /// What is remembered of a user's failures.
    func lockout(userID: String) throws -> Lockout?
    /// Adds or replaces it by the user's id.
    func put(_ lockout: Lockout) throws
}
