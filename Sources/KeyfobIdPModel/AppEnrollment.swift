/// An app's enrolment with the app-protection service: one user's data in one app on one device.
package struct AppEnrollment: Sendable, Hashable, Codable {
    /// The state of an enrolment.
    package enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The app protects the user's data by the policy.
        case active
        /// An administrator has blocked the app for the user.
        case blocked
        /// An administrator has ordered the app to remove the user's data.
        case wiped
    }

    /// The enrolment's id, a GUID in lower case, which the app sends as `microsoft_enrollment_id`.
    package var id: String
    /// The tenant's id.
    package var tenantID: String
    /// The user's object id in that tenant.
    package var userID: String
    /// The app's client id.
    package var clientID: String
    /// The app's bundle id, as the app states it.
    package var bundleID: String?
    /// The registered device, if the token proved one.
    package var deviceID: String?
    /// When it was enrolled (Unix seconds).
    package var enrolledAt: Int64
    /// The state.
    package var state: State

    /// Makes an active enrolment.
    package init(
        id: String, tenantID: String, userID: String, clientID: String, bundleID: String? = nil,
        deviceID: String? = nil, enrolledAt: Int64, state: State = .active
    ) {
        self.id = id
        self.tenantID = tenantID
        self.userID = userID
        self.clientID = clientID
        self.bundleID = bundleID
        self.deviceID = deviceID
        self.enrolledAt = enrolledAt
        self.state = state
    }
}
