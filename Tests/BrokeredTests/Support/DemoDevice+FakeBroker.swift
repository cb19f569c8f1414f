#if os(Linux)
#if Server
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

@testable import KeyfobDemo

extension DemoDevice {
    /// An app that claims the broker's schemes.
    static let fakeBroker = "test.fake.broker"

    /// Has A request Ada's token from the fake broker, and returns the request that reached it.
    ///
    /// - Parameters:
    /// - isBound: Whether A requests Ada's account and no other.
    /// - answer: Returns the URL that the fake broker opens; nil opens none.
    /// - Returns: The final output of A.
    func askFakeBroker(
        isBound: Bool = false, _ answer: (BrokerRequest, DeviceAppHandle) async throws -> String?
    ) async throws -> AppResult {
        try await install(
            DemoApps.maliciousApp(
                Self.fakeBroker, teamID: "T9", schemes: BrokerSchemes.microsoft.all, program: program))
        let fake = app(Self.fakeBroker)
        async let signIn = contosoA.signIn(SeedNames.ada, isBound: isBound)
        // Launched by the URL, it is not driven before it runs.
        try await owner.perform(.launchInBackground(bundleID: Self.fakeBroker))
        let received = try await fake.ask("next-url", front: false)
        let request = try BrokerRequest(
            url: received.json["url"]?.stringValue ?? "", to: .keyfobForMicrosoftSchemes)
        if let reply = try await answer(request, fake) {
            let opened = try await fake.ask("open", ["url": .string(reply)], front: false)
            try require(opened.succeeded, "the fake broker could not open its reply")
        }
        if try await owner.apps().first(where: \.isInForeground)?.origin.bundleID != DemoApps.contosoA {
            // The user gives up and goes back.
            try await contosoA.activate()
        }
        return try await signIn
    }
}

extension DeviceAppHandle {
    /// The URLs that were opened with the app since its launch, without the query where the SDK took the URL.
    func received() async throws -> [JSONValue] {
        try await ask("received", front: false).json["urls"]?.arrayValue ?? []
    }
}
#endif
#endif
