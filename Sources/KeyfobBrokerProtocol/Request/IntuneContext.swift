import KeyfobCore

/// The state of the Intune App SDK in an app: the accounts that it applies protection policies to.
package struct IntuneContext: Sendable, Hashable {
    /// Its enrolments (`intune_enrollment_ids`).
    package var enrollments: [IntuneEnrollment] = []
    /// The resource of the app-protection service, by the host of the cloud (`intune_mam_resource`).
    package var resources: [String: String] = [:]

    /// Makes a context; an empty one means that there is no such SDK.
    package init(enrollments: [IntuneEnrollment] = [], resources: [String: String] = [:]) {
        self.enrollments = enrollments
        self.resources = resources
    }

    /// Reads the two JSON texts; nil if one is malformed.
    ///
    /// - Parameters:
    ///   - enrollments: `{"enrollment_ids":[...]}`
    ///   - resources: an object of texts.
    package init?(enrollmentsText enrollments: String?, resourcesText resources: String?) {
        if let enrollments {
            guard let json = try? JSONValue(parsing: enrollments), let list = json["enrollment_ids"]?.arrayValue
            else { return nil }
            for element in list {
                guard let enrollment = IntuneEnrollment(json: element) else { return nil }
                self.enrollments.append(enrollment)
            }
        }
        if let resources {
            guard let members = (try? JSONValue(parsing: resources))?.objectValue else { return nil }
            for (host, value) in members {
                guard let resource = value.stringValue else { return nil }
                self.resources[host] = resource
            }
        }
    }

    /// `intune_enrollment_ids`; nil if there is none.
    package var enrollmentsText: String? {
        guard !enrollments.isEmpty else { return nil }
        return JSONValue.object(["enrollment_ids": .array(enrollments.map(\.json))]).text()
    }

    /// `intune_mam_resource`; nil if there is none.
    package var resourcesText: String? {
        guard !resources.isEmpty else { return nil }
        return JSONValue.object(resources.mapValues { .string($0) }).text()
    }

    /// Returns the enrolment of an account: by its home account id, else by its user id; the first one if neither is
    /// given.
    package func enrollmentID(homeAccountID: String?, userID: String?) -> String? {
        if let homeAccountID, !homeAccountID.isEmpty {
            let found = enrollments.first { $0.homeAccountID?.lowercased() == homeAccountID.lowercased() }
            if let found { return found.enrollmentID }
        }
        if let userID, !userID.isEmpty {
            let found = enrollments.first { $0.userID?.lowercased() == userID.lowercased() }
            if let found { return found.enrollmentID }
        }
        let namesNoAccount = (homeAccountID ?? "").isEmpty && (userID ?? "").isEmpty
        return namesNoAccount ? enrollments.first?.enrollmentID : nil
    }
}

/// An account that the Intune App SDK has enrolled in app protection.
package struct IntuneEnrollment: Sendable, Hashable {
    /// `enrollment_id`
    package var enrollmentID: String
    /// `user_id`: the name.
    package var userID: String?
    /// `tid`
    package var tenantID: String?
    /// `oid`
    package var objectID: String?
    /// `home_account_id`
    package var homeAccountID: String?

    /// Makes an enrolment.
    package init(
        enrollmentID: String, userID: String? = nil, tenantID: String? = nil, objectID: String? = nil,
        homeAccountID: String? = nil
    ) {
        self.enrollmentID = enrollmentID
        self.userID = userID
        self.tenantID = tenantID
        self.objectID = objectID
        self.homeAccountID = homeAccountID
    }

    init?(json: JSONValue) {
        guard let id = json["enrollment_id"]?.stringValue, !id.isEmpty else { return nil }
        enrollmentID = id
        userID = json["user_id"]?.stringValue
        tenantID = json["tid"]?.stringValue
        objectID = json["oid"]?.stringValue
        homeAccountID = json["home_account_id"]?.stringValue
    }

    var json: JSONValue {
        var members: [String: JSONValue] = ["enrollment_id": .string(enrollmentID)]
        members["user_id"] = userID.map { .string($0) }
        members["tid"] = tenantID.map { .string($0) }
        members["oid"] = objectID.map { .string($0) }
        members["home_account_id"] = homeAccountID.map { .string($0) }
        return .object(members)
    }
}
