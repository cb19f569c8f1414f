/// Users' second factors, and their apps' enrolments.
public protocol FactorStorage {
    /// A user's second factors; nil if nothing was ever kept.
    func factors(userID: String) throws -> UserFactors?
    /// Adds or replaces them by the user's id.
    func put(_ factors: UserFactors) throws
    /// The enrolment of that id.
    func appEnrollment(id: String) throws -> AppEnrollment?
    /// A tenant's enrolments, in the order of their making.
    func appEnrollments(tenantID: String) throws -> [AppEnrollment]
    /// Adds or replaces an enrolment by its id.
    func put(_ enrollment: AppEnrollment) throws
}
