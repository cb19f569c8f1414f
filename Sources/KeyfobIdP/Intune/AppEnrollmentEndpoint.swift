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
            let entry = context.entry(.appEnrolled, clientID: clientID, user: caller.user, detail: enrollment.id)
            let isForbidden = try await context.transaction { transaction in
                // A user for whom an administrator has blocked the app cannot circumvent that by enrolling again.
                let isForbidden = try transaction.appEnrollments(tenantID: enrollment.tenantID).contains {
                    $0.state == .blocked && $0.userID == enrollment.userID && $0.clientID == enrollment.clientID
                }
                guard !isForbidden else { return true }
                try transaction.put(enrollment)
                try transaction.append([entry])
                return false
            }
            guard !isForbidden else {
                throw ResourceRefusal(
                    status: 403, error: "access_denied", message: "An administrator has blocked this app for the user.")
            }
            return .json(
                [
                    "enrollment_id": .string(enrollment.id), "user_id": .string(enrollment.userID),
                    "mam_resource": .string("\(context.origin)/mam"),
                ], status: 201)
        } catch let refusal as ResourceRefusal {
            return refusal.response(context)
        }
    }
}
