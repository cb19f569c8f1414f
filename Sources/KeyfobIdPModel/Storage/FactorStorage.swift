/// Users' second factors, and their apps' enrolments.
package protocol FactorStorage {
    /// A user's second factors; nil if none were ever stored.
    func factors(userID: String) throws -> UserFactors?
    /// Adds or replaces them by the user's id.
    func put(_ factors: UserFactors) throws
    /// The enrolment with that id.
    func appEnrollment(id: String) throws -> AppEnrollment?
    /// A tenant's enrolments, in the order of insertion.
    func appEnrollments(tenantID: String) throws -> [AppEnrollment]
    /// Adds or replaces an enrolment by its id.
    func put(_ enrollment: AppEnrollment) throws
}
