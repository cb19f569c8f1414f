/// The app-protection service: an app that keeps a user's data by the organization's policy enrols, and shows the id of its
/// enrolment when it asks for tokens.
enum AppProtection {
    /// The service's application id.
    static let serviceID = "6c7e8096-f593-4d72-807f-a5f86dcc9c77"

    /// The permission of the service that an app needs to enrol.
    static let permission = "DeviceManagementManagedApps.ReadWrite"

    /// Whether the client that asks has enrolled for the user, and nothing has ended that.
    static func isProtected(
        _ question: AccessCheck.Question, enrollmentID: String?, in transaction: any IdPTransaction
    ) throws -> Bool {
        guard let enrollmentID, let found = try transaction.appEnrollment(id: enrollmentID.lowercased()) else {
            return false
        }
        // What was enrolled on a registered device counts where that device shows itself.
        let isSameDevice = found.deviceID == nil || found.deviceID == question.evidence.deviceID
        return found.state == .active && found.tenantID == question.user.tenantID && isSameDevice
            && found.userID == question.user.objectID
            && found.clientID.lowercased() == question.client.appID.lowercased()
    }
}
