import ADAL
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Synchronization
import Testing

@Suite("ADAL's log and telemetry", .serialized)
struct LogTests {
    private final class Dispatcher: NSObject, ADDispatcher, Sendable {
        private let state = Mutex<[[String: String]]>([])
        func dispatchEvent(_ event: [String: String]) { state.withLock { $0.append(event) } }
        func events(of id: UUID) -> [[String: String]] {
            state.withLock { $0 }.filter { $0["Microsoft.ADAL.correlation_id"] == id.uuidString.lowercased() }
        }
    }

    /// A cache that can be read, and that fails to write when it is full.
    private final class FullCache: ADALCache {
        let base: any ADALCache
        let isFull = Mutex(false)
        init(_ base: any ADALCache) { self.base = base }

        func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] { try base.items(query) }
        func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) {
            guard !isFull.withLock({ $0 }) else {
                throw AuthError(.storeUnavailable, origin: .store, message: "There is no room in /home/ada.")
            }
            try base.put(items, sparing: sparing)
        }
        func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) {
            try base.remove(items, by: app, at: now)
        }
    }

    @Test("Failures are logged with the call's correlation id and no token; nothing below the level is logged")
    func log() async throws {
        #expect(ADLogger.getLevel() == ADAL_LOG_LEVEL_ERROR)
        #expect(!ADLogger.getNSLogging())
        #expect(!ADLogger.getPiiEnabled())
        try await LogRecorder.record(ADAL_LOG_LEVEL_VERBOSE) { recorder in
            let world = try await World()
            let (context, result) = try await world.signedIn()
            let id = UUID()
            context.correlationId = id
            try await world.admin.revoke(user: Contoso.ada)
            let failed = await context.silent(forceRefresh: true)
            #expect(failed.status == AD_FAILED)
            let mine = recorder.messages.map(\.text).filter { $0.lowercased().contains(id.uuidString.lowercased()) }
            #expect(mine.contains { $0.contains("200") })
            let all = recorder.messages.map(\.text).joined(separator: "\n")
            #expect(!all.contains(try #require(result.accessToken)))
            #expect(!all.contains(try #require(result.tokenCacheItem?.refreshToken)))
            ADLogger.setLevel(ADAL_LOG_LEVEL_NO_LOG)
            let count = recorder.messages.count
            _ = await context.silent(forceRefresh: true)
            let later = recorder.messages.dropFirst(count)
            #expect(!later.contains { $0.text.lowercased().contains(id.uuidString.lowercased()) })
            #expect(!recorder.messages.contains { $0.isPersonal })
        }
    }

    @Test(
        "A server's error may contain personal data: it is logged only if enabled, with the component")
    func failures() async throws {
        try await LogRecorder.record(ADAL_LOG_LEVEL_VERBOSE) { recorder in
            let world = try await World()
            let (context, _) = try await world.signedIn()
            let component = "Mail-\(UUID().uuidString)"
            context.logComponent = component
            let body: JSONValue = [
                "error": "invalid_grant",
                "error_description": "AADSTS50020: User account ada@contoso.test is not here.",
                "error_codes": [50020],
            ]
            world.faults.fail(.answer(.json(body, status: 400)), to: "/token")
            for isEnabled in [false, true] {
                ADLogger.setPiiEnabled(isEnabled)
                recorder.forget()
                #expect(await context.silent(forceRefresh: true).error?.code == 200)
                let mine = recorder.messages.filter { $0.text.contains(component) }
                #expect(mine.contains { $0.text.contains(ADAuthenticationErrorDomain) })
                #expect(mine.contains { $0.text.contains(Contoso.ada) } == isEnabled)
                #expect(mine.contains { $0.isPersonal } == isEnabled)
            }
            recorder.forget()
            ADLogger.setPiiEnabled(false)
            #expect(await context.silent("").code == .ERROR_DEVELOPER_INVALID_ARGUMENT)
            #expect(recorder.messages.contains { $0.text.contains(component) && $0.text.contains("argument resource") })
        }
    }

    @Test("A wipe for every client and app is logged, also where only a cache is used")
    func wipe() async throws {
        try await LogRecorder.record(ADAL_LOG_LEVEL_WARN) { recorder in
            ADLogger.setPiiEnabled(true)
            let user = "\(UUID().uuidString.lowercased())@contoso.test"
            let entitlements = AppEntitlements(keychainAccessGroups: ["T123456789.com.microsoft.adalcache"])
            let cache = ADKeychainTokenCache(
                group: "com.microsoft.adalcache", keychain: SimulatedKeychain().app(entitlements),
                environment: try await World().environment())
            try await cache.wipeAllItems(forUserId: user)
            #expect(recorder.messages.contains { $0.text.contains(user) && $0.isPersonal })
        }
    }

    @Test("The log contains personal data while the app enables it, and not otherwise, for existing contexts too")
    func personal() async throws {
        try await LogRecorder.record(ADAL_LOG_LEVEL_VERBOSE) { recorder in
            let world = try await World()
            let cache = FullCache(world.legacy)
            let (context, _) = try await world.signedIn(legacy: cache)
            cache.isFull.withLock { $0 = true }
            func said(_ isEnabled: Bool) async -> [LogRecorder.Message] {
                ADLogger.setPiiEnabled(isEnabled)
                let id = UUID()
                context.correlationId = id
                recorder.forget()
                _ = await context.silent(forceRefresh: true)
                return recorder.messages.filter { $0.text.lowercased().contains(id.uuidString.lowercased()) }
            }
            for isEnabled in [false, true, false] {
                let lines = await said(isEnabled)
                #expect(!lines.isEmpty)
                #expect(lines.contains { $0.isPersonal && $0.text.contains("/home/ada") } == isEnabled)
                #expect(lines.contains { $0.text.contains("<masked>") } != isEnabled)
            }
        }
    }

    @Test("Telemetry reports each step, or each call in one event; with personal data only if enabled")
    func telemetry() async throws {
        let telemetry = ADTelemetry.sharedInstance()
        let steps = Dispatcher()
        let summaries = Dispatcher()
        telemetry.add(steps, aggregationRequired: false)
        telemetry.add(summaries, aggregationRequired: true)
        defer { telemetry.removeAllDispatchers() }
        let world = try await World()
        let context = try world.context(browser: world.browser())
        let ids = [UUID(), UUID(), UUID()]
        context.correlationId = ids[0]
        _ = await context.asking(Contoso.files, Contoso.ada)
        let names = steps.events(of: ids[0]).compactMap { $0["Microsoft.ADAL.event_name"] }
        #expect(
            names == [
                "Microsoft.ADAL.api_event", "Microsoft.ADAL.acquire_token_silent_handler", "Microsoft.ADAL.ui_event",
            ])
        let summary = try #require(summaries.events(of: ids[0]).first)
        #expect(summaries.events(of: ids[0]).count == 1)
        #expect(summary["Microsoft.ADAL.api_id"] == "127")
        #expect(summary["Microsoft.ADAL.prompt_behavior"] == "AD_PROMPT_AUTO")
        #expect(summary["Microsoft.ADAL.is_successful"] == "yes")
        #expect(summary["Microsoft.ADAL.ui_event_count"] == "1")
        for key in ["user_id", "tenant_id", "client_id", "login_hint", "authority"] {
            #expect(summary["Microsoft.ADAL.\(key)"] == nil)
        }
        telemetry.piiEnabled = true
        context.correlationId = ids[1]
        _ = await context.silent()
        telemetry.piiEnabled = false
        #expect(summaries.events(of: ids[1]).first?["Microsoft.ADAL.user_id"] == Contoso.ada)
        #expect(summaries.events(of: ids[1]).first?["Microsoft.ADAL.api_id"] == "9")
        telemetry.remove(summaries)
        context.correlationId = ids[2]
        let failed = await context.silent("api://nowhere")
        #expect(failed.status == AD_FAILED)
        #expect(summaries.events(of: ids[2]).isEmpty)
        #expect(steps.events(of: ids[2]).first?["Microsoft.ADAL.is_successful"] == "no")
        #expect(steps.events(of: ids[2]).first?["Microsoft.ADAL.api_error_code"] == "202")
    }
}
