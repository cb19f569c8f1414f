import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// Changes of a user's second factors.
enum UserFactorActions {
    static func run(_ user: User, _ request: PortalRequest) async throws -> HTTPResponse {
        try UserActions.require(.writeMethods, over: user, request)
        guard user.homeUserID == nil else {
            throw DirectoryError.conflict("A guest's second factors are those of the home directory.")
        }
        switch request.action {
        case "phone":
            return try await request.acting("phone", showing: UserPage.show) {
                var number: String?
                if let typed = request.text("phoneNumber") {
                    guard let read = FactorText.number(typed) else {
                        throw DirectoryError.field("phoneNumber", "A phone number is + and 7 to 15 digits.")
                    }
                    number = read
                }
                let phone = number
                try await change(user, request) { $0.phoneNumber = phone }
                return "\(UserPages.address(user))?done=saved"
            }
        case "authenticator":
            let key = request.context.random.bytes(20)
            try await change(user, request) { $0.authenticator = UserFactors.Authenticator(key: key) }
            return try await UserPage.show(request, key: Base32.encode(key))
        default:
            try await change(user, request) { factors in
                factors.authenticator = nil
                factors.phoneNumber = nil
            }
            return .seeOther("\(UserPages.address(user))?done=removed")
        }
    }

    /// Changes them, and ends a lock.
    private static func change(
        _ user: User, _ request: PortalRequest, _ body: @escaping @Sendable (inout UserFactors) -> Void
    ) async throws {
        try await request.context.transaction { transaction in
            var factors = try transaction.factors(userID: user.objectID) ?? UserFactors(userID: user.objectID)
            body(&factors)
            factors.failures = Lockout.Counter()
            try transaction.put(factors)
        }
    }
}
