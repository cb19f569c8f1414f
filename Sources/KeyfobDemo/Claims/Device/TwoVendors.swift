#if Server
import KeyfobCore
import KeyfobTesting

extension Claim {
    /// The fifth act: two vendors on one device, one sign-in.
    static let twoVendors: [Claim] = [
        Claim(
            "Ada signs in at Contoso A by the broker, and Fabrikam Notes, another vendor's, needs no password.",
            needsCallers: true
        ) {
            demo in
            let device = try demo.onDevice()
            return try await device.proveOneSignIn(first: device.contosoA, second: device.notes)
        },
        Claim("In the other order too: a fresh broker, Notes first, then Contoso B.", needsCallers: true) { demo in
            let device = try demo.onDevice()
            try await device.removeBroker()
            try await device.forgetEverything()
            try await device.installBroker()
            return try await device.proveOneSignIn(first: device.notes, second: device.contosoB)
        },
        Claim(
            "Primary refresh tokens are issued to the broker alone, and no app stores the password.", needsCallers: true
        ) { demo in
            let device = try demo.onDevice()
            let issued = try await device.admin.signIns().filter { $0["event"]?.stringValue == "primary_token_issued" }
            try require(!issued.isEmpty, "the sign-in log has no primary refresh token")
            let clients = Set(issued.compactMap { $0["client_id"]?.stringValue })
            try require(clients == [SeedNames.broker], "primary refresh tokens went to \(clients)")
            let found = try await device.whatAppsKeep()
            try require(found.contains { $0.contains(SeedNames.ada) }, "nothing was searched")
            try require(
                !found.contains { $0.contains(SeedNames.password) }, "an app stores the password")
            return "sign-in log: \(issued.count) issued, all to the broker; \(found.count) items and files of the apps "
                + "searched for the password: none"
        },
        Claim(
            "The broker is killed and starts again by itself: both vendors' apps are still signed in.",
            needsCallers: true
        ) { demo in
            let device = try demo.onDevice()
            let before = try await device.admin.lastSignIn()
            try await device.app(DemoApps.broker).kill()
            for app in [device.contosoB, device.notes] {
                let answer = try await app.call(force: true)
                try requireSuccess(answer, app.bundleID)
                _ = try device.api.accept(answer.token)
            }
            let prompts = try await device.passwordPrompts(after: before)
            try require(prompts == 0, "\(prompts) password prompts")
            return "both got a new token through the broker's new process; password prompts 0"
        },
    ]
}

extension DemoDevice {
    /// Proves that one password prompt serves two apps of different vendors: the second one signs in without a
    /// password, and both are silent from then on.
    func proveOneSignIn(first: DeviceAppHandle, second: DeviceAppHandle) async throws -> String {
        let before = try await admin.lastSignIn()
        let signIn = try await first.signIn(SeedNames.ada)
        try requireSuccess(signIn, first.bundleID)
        let other = try await second.signIn(SeedNames.ada)
        try requireSuccess(other, second.bundleID)
        var users: Set<String> = []
        for app in [first, second] {
            let call = try await app.call(SeedNames.ada, force: true)
            try requireSuccess(call, app.bundleID)
            try require(call.source == "broker", "\(app.bundleID) got its token from \(call.source)")
            users.insert(try api.accept(call.token).user)
        }
        for answer in [signIn, other] { users.insert(try api.accept(answer.token).user) }
        let prompts = try await passwordPrompts(after: before)
        try require(prompts == 1, "the sign-in log has \(prompts) password prompts")
        let callers = try await admin.signIns(after: before).compactMap { $0["caller_bundle_id"]?.stringValue }
        if provesCallers {
            try require(
                callers.contains(first.bundleID) && callers.contains(second.bundleID),
                "the sign-in log names the callers \(Set(callers).sorted())")
        }
        return
            "1 password prompt for \(first.bundleID) and \(second.bundleID), both silent from then on; the API accepts "
            + "their tokens for \(users.sorted().joined(separator: ", "))"
            + (provesCallers ? "; the provider's log names the callers" : "")
    }

    /// The number of password prompts that the provider has counted after an entry of its log.
    func passwordPrompts(after entry: Int64 = 0) async throws -> Int {
        try await admin.count("password_prompt", after: entry)
    }
}
#endif
