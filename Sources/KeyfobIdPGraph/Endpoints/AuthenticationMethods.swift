import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/users/{id}/authentication/…`: the ways in which a user signs in.
struct AuthenticationMethods {
    /// The ids that Microsoft publishes for the methods of which a user has one at most.
    private static let password = "28c10230-6103-485e-b985-444c60001490"
    private static let mobilePhone = "3179e48a-750b-4051-897c-87b9720928f7"

    let session: GraphSession
    let userID: String

    /// The methods of one kind, or all; nil if there is no such kind.
    func relation(_ kind: String) -> GraphRelation? {
        let (name, annotation): (String, String?) =
            switch kind {
            case "methods": ("methods", nil)
            case "passwordmethods": ("passwordMethods", "passwordAuthenticationMethod")
            case "phonemethods": ("phoneMethods", "phoneAuthenticationMethod")
            case "softwareoathmethods": ("softwareOathMethods", "softwareOathAuthenticationMethod")
            case "microsoftauthenticatormethods":
                ("microsoftAuthenticatorMethods", "microsoftAuthenticatorAuthenticationMethod")
            case "fido2methods": ("fido2Methods", "fido2AuthenticationMethod")
            case "emailmethods": ("emailMethods", "emailAuthenticationMethod")
            case "windowshelloforbusinessmethods":
                ("windowsHelloForBusinessMethods", "windowsHelloForBusinessAuthenticationMethod")
            case "temporaryaccesspassmethods":
                ("temporaryAccessPassMethods", "temporaryAccessPassAuthenticationMethod")
            default: ("", nil)
            }
        guard !name.isEmpty else { return nil }
        var relation = GraphRelation(.authenticationMethod, set: "users('\(userID)')/authentication/\(name)") {
            try methods().filter { annotation == nil || $0.annotation == "#microsoft.graph.\(annotation ?? "")" }
        }
        relation.subject = userID
        relation.remove = { method in try remove(method) }
        if name == "phoneMethods" {
            relation.create = { body in try putPhone(body) }
            relation.update = { _, body in _ = try putPhone(body) }
        }
        return relation
    }

    private func methods() throws -> [GraphEntity] {
        guard let user = try session.editor.user(userID) else { throw GraphError.notFound(userID) }
        let factors = try session.transaction.factors(userID: userID)
        var all: [GraphEntity] = []
        if user.passwordHash != nil {
            all.append(
                method(
                    Self.password, "password",
                    [
                        "password": nil,
                        "createdDateTime": user.createdAt.map { .string(GraphTime.text($0)) } ?? .null,
                    ]))
        }
        if let number = factors?.phoneNumber { all.append(phone(number)) }
        if factors?.authenticator != nil {
            all.append(method(Self.id("authenticator", userID), "softwareOath", ["secretKey": nil]))
        }
        return all
    }

    private func phone(_ number: String) -> GraphEntity {
        method(
            Self.mobilePhone, "phone",
            ["phoneNumber": .string(number), "phoneType": "mobile", "smsSignInState": "notAllowedByPolicy"])
    }

    private func method(_ id: String, _ kind: String, _ members: [String: JSONValue]) -> GraphEntity {
        GraphEntity(
            .authenticationMethod, id: id, of: userID, members,
            annotation: "#microsoft.graph.\(kind)AuthenticationMethod")
    }

    private static func id(_ kind: String, _ userID: String) -> String { GraphSession.objectID("\(kind)|\(userID)") }

    private func checkWriting() throws(GraphError) {
        try session.caller.require(.writeMethods)
        if session.isAdministrator(userID), !session.caller.mayChangeAdministrators { throw .denied }
    }

    private func putPhone(_ body: GraphBody) throws -> GraphEntity {
        try checkWriting()
        guard body.string("phoneType") ?? "mobile" == "mobile" else {
            throw GraphError.invalid("Only phones of the type 'mobile' are supported here.")
        }
        guard let number = body.string("phoneNumber").flatMap(FactorText.number) else {
            throw GraphError.invalid("The phone number is not + and 7 to 15 digits.")
        }
        var factors = try session.transaction.factors(userID: userID) ?? UserFactors(userID: userID)
        factors.phoneNumber = number
        factors.failures = Lockout.Counter()
        try session.transaction.put(factors)
        return phone(number)
    }

    private func remove(_ method: GraphEntity) throws {
        try checkWriting()
        guard var factors = try session.transaction.factors(userID: userID), method.id != Self.password else {
            throw GraphError.method
        }
        if method.id == Self.mobilePhone { factors.phoneNumber = nil } else { factors.authenticator = nil }
        factors.failures = Lockout.Counter()
        try session.transaction.put(factors)
    }
}
