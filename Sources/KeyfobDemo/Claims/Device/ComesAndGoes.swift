#if Server
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting

extension Claim {
    /// The broker is removed and reinstalled, and the apps are ended, while a sign-in is under way.
    static let comesAndGoes: [Claim] = [
        Claim(
            "Without the broker the same app signs in by itself; once reinstalled, the broker is used again.",
            needsCallers: true
        ) { demo in
            let device = try demo.onDevice()
            let app = device.app(DemoApps.contosoC)
            try await app.activate()
            let entry = try await device.lastEntry()
            try await device.removeBroker()
            let before = try await device.admin.lastSignIn()
            let here = try await app.ask(
                "sign-in", ["user": .string(SeedNames.grace), "password": .string(SeedNames.password)])
            try requireSuccess(here, "C")
            try await device.installBroker()
            try await device.setUser(SeedNames.grace)
            let brokered = try await app.signIn(SeedNames.grace)
            try requireSuccess(brokered, "C")
            try require(here.source == "interactive", "without the broker the token came from \(here.source)")
            try require(brokered.source == "broker", "with the broker it came from \(brokered.source)")
            for answer in [here, brokered] { _ = try device.api.accept(answer.token) }
            let prompts = try await device.passwordPrompts(after: before)
            try require(prompts == 2, "\(prompts) password prompts")
            let launches = try await device.owner.trace(after: entry).filter {
                $0.kind == .launched && $0.app == DemoApps.contosoC
            }
            try require(launches.isEmpty, "C was launched again")
            return "first from the app's own page, then from the broker; the process of C ran all along"
        },
        Claim("The person goes back from the broker, and the app gets a cancellation.") { demo in
            let device = try demo.onDevice()
            try await device.setUser(SeedNames.ada, leaves: true)
            let answer = try await device.contosoA.ask(
                "sign-in", ["user": .string(SeedNames.ada), "prompt": .string("login")])
            try await device.setUser(SeedNames.ada)
            try require(answer, failedWith: "userCanceled", "A")
            let front = try await device.owner.apps().first(where: \.isInForeground)?.origin.bundleID
            try require(front == DemoApps.contosoA, "\(front ?? "no app") is in front")
            return "A: \(answer.code); A is in front again"
        },
        Claim("The system ends app A while the broker is in front; A's next run gets the token.", needsCallers: true) {
            demo in
            let device = try demo.onDevice()
            try await device.removeBroker()
            try await device.installBroker(.urlsOnly)
            let browserFolder = try await device.brokersBrowserFolder()
            try browserFolder.putGate()
            let signIn = Task { try await device.contosoA.signIn(SeedNames.ada) }
            let gate = await browserFolder.personAtGate()
            let front = try await device.owner.apps().first(where: \.isInForeground)?.origin.bundleID
            try await device.contosoA.kill()
            _ = try? await signIn.value
            let before = try await device.lastEntry()
            gate.letGo()
            // The device launches A with the response; this run resumes the request of A's earlier one.
            let resumed = try await device.whenDelivered(to: DemoApps.contosoA, after: before) {
                try await device.contosoA.ask("resumed", front: false)
            }
            try require(front == DemoApps.broker, "\(front ?? "no app") was in front")
            try requireSuccess(resumed, "A")
            let caller = try device.api.accept(resumed.token)
            return "broker in front, A ended; the reply launched A, whose new process holds a token of \(caller.user)"
        },
    ]
}

extension DemoDevice {
    /// The number of the trace's last entry.
    func lastEntry() async throws -> Int64 { try await owner.trace().last?.number ?? 0 }

    /// Runs `body` once a URL has been delivered to an app.
    func whenDelivered<R: Sendable>(
        to bundleID: String, after entry: Int64, _ body: @Sendable () async throws -> R
    ) async throws -> R {
        try await owner.untilTraced(after: entry) { $0.kind == .deliveredURL && $0.app == bundleID }
        return try await body()
    }
}
#endif
