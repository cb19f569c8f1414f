#if os(Linux)
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// Who may query URLs, who gets them, and what a receiver learns of the sender.
@Suite struct URLTests {
    private let a = AppBundle(
        "test.contoso.a", teamID: "T1", schemes: ["x-msauth-contoso", "msauth.test.contoso.a"],
        queriedSchemes: ["msauthv2", "MSAUTHV3"])
    private let b = AppBundle("test.contoso.b", teamID: "T1", schemes: ["x-msauth-contoso"])
    private let broker = AppBundle("test.broker", teamID: "T9", schemes: ["msauthv2", "msauthv3"])

    @Test
    func `R72 R73 an app learns whether a broker is there, and the log distinguishes undeclared from not installed`()
        async throws
    {
        let device = try Device()
        try await device.install(a)
        let app = try await device.connect(a.bundleID)
        #expect(try await app.connection.canOpen("msauthv2://broker") == false)
        try await device.install(broker)
        #expect(try await app.connection.canOpen("msauthv2://broker"))
        #expect(try await app.connection.canOpen("MSAUTHV3://broker"))
        // The scheme is there, but the app has not declared the query: the result is the same for the app.
        let undeclared = AppBundle("test.other", teamID: "T1")
        try await device.install(undeclared)
        let other = try await device.connect(undeclared.bundleID)
        #expect(try await other.connection.canOpen("msauthv2://broker") == false)
        let queries = try await device.trace(.canOpenURL)
        #expect(queries.map(\.app) == [a.bundleID, a.bundleID, a.bundleID, undeclared.bundleID])
        #expect(queries.map(\.outcome) == ["no", "yes", "yes", "not_declared"])
        #expect(queries.map(\.subject).allSatisfy { $0?.hasPrefix("msauthv") == true })
        // An app may open a scheme that it may not query, as on iOS.
        try await device.owner.perform(.activate(bundleID: undeclared.bundleID))
        #expect(try await other.connection.open("msauthv2://broker?x=1"))
    }

    @Test func `only the first fifty declared schemes count`() async throws {
        let device = try Device()
        let many = AppBundle("test.many", teamID: "T1", queriedSchemes: (0..<50).map { "s\($0)" } + ["msauthv2"])
        try await device.install(many)
        try await device.install(broker)
        #expect(try await device.connect(many.bundleID).connection.canOpen("msauthv2://broker") == false)
    }

    @Test func `of a team's owners of a scheme the one named by the host gets the URL, else the first installed one`()
        async throws
    {
        let device = try Device()
        #expect(try await device.install(a) == [])
        #expect(try await device.install(b).contains { $0.contains("same team") })
        let squatter = AppBundle("test.x", teamID: "T2", schemes: ["x-msauth-contoso", "msauth.test.contoso.a"])
        let warnings = try await device.install(squatter)
        #expect(warnings.count == 3 && warnings.allSatisfy { $0.contains("another team") })
        for (url, receiver) in [
            ("x-msauth-contoso://test.contoso.a/broker?code=1", "test.contoso.a"),
            ("X-MSAUTH-CONTOSO://TEST.CONTOSO.B", "test.contoso.b"),
            ("x-msauth-contoso://test.contoso.b:80", "test.contoso.b"),
            ("x-msauth-contoso://u@test.contoso.b#f", "test.contoso.b"), ("x-msauth-contoso://other", "test.contoso.a"),
            ("x-msauth-contoso:test.contoso.b", "test.contoso.a"), ("msauth.test.contoso.a://auth", "test.contoso.a"),
        ] {
            #expect(try await device.owner.open(url))
            #expect(try await device.trace(.openURL).last?.other == receiver, "\(url)")
        }
        #expect(try await device.owner.open("nobody://here") == false)
        await #expect(throws: DeviceError.self) { try await device.owner.open("no url") }
    }

    private static let sources: [(DeviceOS, String?, String?)] = [
        (.ios12, "T2", "test.contoso.a"), (.ios13, "T2", nil), (.ios13, "T1", "test.contoso.a"),
        (.ios12, nil, "test.contoso.a"), (.ios13, nil, nil),
    ]

    @Test(arguments: sources) func `a receiver learns who opened its URL by the rules of the operating system`(
        os: DeviceOS, team: String?, told: String?
    ) async throws {
        let device = try Device(os: os)
        try await device.install(a)
        try await device.install(AppBundle("test.y", teamID: team, schemes: ["y"]))
        let (app, other) = (try await device.connect(a.bundleID), try await device.connect("test.y"))
        try await device.owner.perform(.activate(bundleID: a.bundleID))
        // The message cannot name its sender: a claim in the URL changes nothing.
        let url = "y://host?sourceApplication=test.broker"
        #expect(try await app.connection.open(url))
        #expect(await other.next(4).last == .lifeCycle(.didBecomeActive))
        let delivered = try await device.trace(.deliveredURL).last
        #expect(delivered?.other == told)
        #expect(delivered?.subject == "y://host")
        // A user who follows a link is no app.
        try await device.owner.perform(.home)
        #expect(try await device.owner.open(url))
        #expect(try await device.trace(.deliveredURL).last?.other == nil)
    }

    @Test func `a universal link reaches the app that has claimed the host, and never its opener`()
        async throws
    {
        let device = try Device()
        let web = AppBundle("test.web", teamID: "T3", schemes: ["https", "http"])
        let linked = AppBundle(
            "test.linked", teamID: "T1", associatedDomains: ["applinks:login.contoso.test?mode=developer"])
        let unsigned = AppBundle("test.unsigned", teamID: nil, associatedDomains: ["applinks:login.contoso.test"])
        for bundle in [unsigned, linked] { try await device.install(bundle) }
        let app = try await device.connect(linked.bundleID)
        #expect(try await device.owner.open("https://login.contoso.test/applebroker"))
        #expect(
            await app.next(2) == [
                .lifeCycle(.didFinishLaunching),
                .lifeCycle(.willEnterForeground),
            ])
        let opened = await app.next()
        #expect(
            opened
                == .openURL(
                    OpenedURL(
                        url: "https://login.contoso.test/applebroker", sourceApplication: nil,
                        assurance: .kernelEnforced, isUniversalLink: true)))
        // Its own link would come back to it; there is no browser yet.
        #expect(try await app.connection.open("https://login.contoso.test/x") == false)
        #expect(try await app.connection.canOpen("https://login.contoso.test/x"))
        try await device.install(web)
        #expect(try await app.connection.open("https://login.contoso.test/x", universalLinksOnly: true) == false)
        #expect(try await app.connection.open("https://login.contoso.test/x"))
        #expect(try await device.trace(.foreground).last?.app == "test.web")
    }
}
#endif
