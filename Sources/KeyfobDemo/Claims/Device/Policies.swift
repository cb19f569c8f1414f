#if Server
import KeyfobCore
import KeyfobTesting

extension Claim {
    /// Policies of Conditional Access that only the broker can satisfy.
    static let policies: [Claim] = [
        Claim("A policy requires a compliant device: without the broker the app is refused, with the policy's error.") {
            demo in
            let device = try demo.onDevice()
            let policy = try await device.admin.require("compliantDevice")
            let answer = try await device.contosoB.signInHere(SeedNames.grace)
            try require(!answer.succeeded, "B got a token without the broker")
            try await device.admin.removePolicy(policy)
            let codes = Set(answer.numbers)
            try require(
                !codes.isDisjoint(with: [50097, 53000, 53001, 53003]),
                "the errors are \(codes.sorted()): \(answer.message)")
            return "B: \(answer.code) (AADSTS\(codes.sorted().map { "\($0)" }.joined(separator: ", "))), and no token"
        },
        Claim("The broker resolves it: registered, enrolled, compliant, and then the token.", needsCallers: true) {
            demo in
            let device = try demo.onDevice()
            let policy = try await device.admin.require("compliantDevice")
            let before = try await device.admin.lastSignIn()
            try await device.setUser(SeedNames.grace)
            let answer = try await device.contosoB.signIn(SeedNames.grace)
            try await device.admin.removePolicy(policy)
            try requireSuccess(answer, "B")
            let caller = try device.api.accept(answer.token)
            let devices = try await device.admin.devices()
            try require(
                devices.contains { $0["isCompliant"]?.boolValue == true && $0["isManaged"]?.boolValue == true },
                "no device is managed and compliant")
            let events = try await device.admin.signIns(after: before).compactMap { $0["event"]?.stringValue }
            try require(events.contains("device_enrolled"), "the sign-in log has no enrolment")
            return
                "the API accepts a token of \(caller.user); the provider's list has the device, managed and compliant"
        },
        Claim(
            "A policy requires a second factor: entered once, it serves every app on the device.", needsCallers: true
        ) { demo in
            let device = try demo.onDevice()
            try await device.removeBroker()
            try await device.installBroker()
            let policy = try await device.admin.require("mfa")
            try await device.admin.setFactors(of: SeedNames.ada, authenticatorKey: Secret(Self.authenticatorKey))
            try await device.setUser(SeedNames.ada, authenticatorKey: Self.authenticatorKey)
            let before = try await device.admin.lastSignIn()
            let first = try await device.contosoA.signIn(SeedNames.ada)
            try requireSuccess(first, "A")
            let second = try await device.notes.signIn(SeedNames.ada)
            let third = try await device.contosoB.signIn(SeedNames.ada)
            try await device.admin.removePolicy(policy)
            for (answer, name) in [(second, "Notes"), (third, "B")] { try requireSuccess(answer, name) }
            for answer in [first, second, third] { _ = try device.api.accept(answer.token) }
            let prompts = try await device.admin.count("second_factor_prompt", after: before)
            try require(prompts == 1, "there were \(prompts) prompts for the second factor")
            return "sign-in log: 1 prompt for the second factor; A, B and another vendor's Notes call the API"
        },
    ]

    /// The key in Ada's authenticator app.
    static let authenticatorKey = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
}
#endif
