import KeyfobIdPModel

/// The app-protection service: an app that protects a user's data by the organization's policy enrols, and sends the id
/// of its enrolment in its token requests.
package enum AppProtection {
    /// The service's application id.
    package static let serviceID = "6c7e8096-f593-4d72-807f-a5f86dcc9c77"

    /// The permission of the service that an app needs to enrol.
    package static let permission = "DeviceManagementManagedApps.ReadWrite"

    /// Whether the client has enrolled for the user, and the enrolment is active.
    static func isProtected(
        _ question: AccessCheck.Question, enrollmentID: String?, in transaction: any IdPTransaction
    ) throws -> Bool {
        guard let enrollmentID, let found = try transaction.appEnrollment(id: enrollmentID.lowercased()) else {
            return false
        }
        // An enrolment of a registered device counts only with that device's proof.
        let isSameDevice = found.deviceID == nil || found.deviceID == question.evidence.deviceID
        return found.state == .active && found.tenantID == question.user.tenantID && isSameDevice
            && found.userID == question.user.objectID
            && found.clientID.lowercased() == question.client.appID.lowercased()
    }
}
