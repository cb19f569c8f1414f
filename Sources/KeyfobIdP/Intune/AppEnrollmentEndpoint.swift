import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /mam/enrollments`: an app enrols with the app-protection service, with an access token for that service on
/// behalf of the user. It sends the response's `enrollment_id` in its token requests.
enum AppEnrollmentEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        do {
            let caller = try await ResourceCaller(
                context, api: AppProtection.serviceID, .write, scopes: [AppProtection.permission])
            guard let clientID = (caller.claims["azp"] ?? caller.claims["appid"])?.stringValue else {
                throw ResourceRefusal.invalidToken("The access token does not name its client.")
            }
            let bundleID = (try? JSONValue(parsing: context.request.body))?["bundleId"]?.stringValue
            let enrollment = AppEnrollment(
                id: context.random.uuid(), tenantID: caller.user.tenantID, userID: caller.user.objectID,
                clientID: clientID, bundleID: bundleID.map { String($0.prefix(255)) },
                deviceID: caller.claims["deviceid"]?.stringValue, enrolledAt: context.now)
            let user = caller.user
            let enrolled = try await context.transaction { transaction in
                let enrolled = try enroll(enrollment, transaction)
                try transaction.append([
                    context.entry(.appEnrolled, clientID: clientID, user: user, detail: enrolled.id)
                ])
                return enrolled
            }
            return .json(
                [
                    "enrollment_id": .string(enrolled.id), "user_id": .string(enrolled.userID),
                    "mam_resource": .string("\(context.origin)/mam"),
                ], status: 201)
        } catch let refusal as ResourceRefusal {
            return refusal.response(context)
        }
    }

    /// The number of enrolments of a user: each device has one for each app.
    private static let most = 500

    /// Writes an enrolment. An app that enrols again on the same device keeps its enrolment, and where a user has as many as
    /// there can be, an app gets its oldest one again.
    ///
    /// - Throws: ``ResourceRefusal`` if an administrator has blocked the app for the user, or the user has too many.
    private static func enroll(
        _ new: AppEnrollment, _ transaction: any IdPTransaction
    ) throws -> AppEnrollment {
        let own = try transaction.appEnrollments(tenantID: new.tenantID).filter { $0.userID == new.userID }
        let ofApp = own.filter { $0.clientID == new.clientID }
        // A user for whom an administrator has blocked the app cannot circumvent that by enrolling again.
        guard !ofApp.contains(where: { $0.state == .blocked }) else {
            throw ResourceRefusal(
                status: 403, error: "access_denied", message: "An administrator has blocked this app for the user.")
        }
        let active = ofApp.filter { $0.state == .active }
        let isSame = { (known: AppEnrollment) in
            known.deviceID != nil && known.deviceID == new.deviceID && known.bundleID == new.bundleID
        }
        if let known = active.first(where: isSame) { return known }
        guard own.count < most else {
            if let oldest = active.first { return oldest }
            throw ResourceRefusal(
                status: 403, error: "too_many", message: "The user has \(most) enrolments of apps already.")
        }
        try transaction.put(new)
        return new
    }
}
