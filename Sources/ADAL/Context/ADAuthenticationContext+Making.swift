import Foundation
import KeyfobADALClient
public import KeyfobClient
import KeyfobCore

extension ADAuthenticationContext {
    /// Makes a context whose authority is validated, with the platform's cache and browser.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    public convenience init?(authority: String?, error: ADErrorPointer) {
        self.init(authority: authority, validateAuthority: true, sharedGroup: nil, error: error)
    }

    /// Makes a context with the platform's cache and browser.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    #if canImport(ObjectiveC)
    @objc(initWithAuthority:validateAuthority:error:)
    #endif
    public convenience init?(authority: String?, validateAuthority: Bool, error: ADErrorPointer) {
        self.init(authority: authority, validateAuthority: validateAuthority, sharedGroup: nil, error: error)
    }

    /// Makes a context whose authority is validated, with a keychain group that the suite shares.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - sharedGroup: without the team's prefix; nil means the default group.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    public convenience init?(authority: String?, sharedGroup: String?, error: ADErrorPointer) {
        self.init(authority: authority, validateAuthority: true, sharedGroup: sharedGroup, error: error)
    }

    /// Makes a context with a keychain group that the suite shares.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - sharedGroup: without the team's prefix; nil means the default group.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support; else to the
    ///     caches' error.
    #if canImport(ObjectiveC)
    @objc(initWithAuthority:validateAuthority:sharedGroup:error:)
    #endif
    public convenience init?(
        authority: String?, validateAuthority: Bool, sharedGroup: String?, error: ADErrorPointer
    ) {
        let made = reporting(error) { () throws(ADAuthenticationError) in
            (try Self.check(authority), try Self.platform(group: sharedGroup ?? ADKeychainGroup.shared.use()))
        }
        guard let (core, environment) = made else { return nil }
        self.init(core: core, validateAuthority: validateAuthority, environment: environment, host: .process)
    }

    /// Makes a context with a private cache, which a delegate stores.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - cacheDelegate: stores the cache; not retained.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    #if canImport(ObjectiveC)
    @objc(initWithAuthority:validateAuthority:cacheDelegate:error:)
    #endif
    public convenience init?(
        authority: String?, validateAuthority: Bool, cacheDelegate: (any ADTokenCacheDelegate)?, error: ADErrorPointer
    ) {
        let made = reporting(error) { () throws(ADAuthenticationError) in
            (try Self.check(authority), try Self.platform(group: ADKeychainGroup.shared.use()))
        }
        guard let (core, platform) = made else { return nil }
        var environment = platform
        if cacheDelegate != nil {
            let cache = ADTokenCache()
            cache.setDelegate(cacheDelegate)
            environment.adalCache = cache.asADALCache
        }
        self.init(core: core, validateAuthority: validateAuthority, environment: environment, host: .process)
    }

    /// Makes a context with the app's transport, store, ADAL cache, clock and browser. An addition to ADAL, for tests
    /// and for apps on Linux.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - environment: the context's environment. Without a legacy cache it gets one in memory. Its transport is used
    ///     unchanged: only the platform's transport repeats a request that the server failed to serve.
    ///   - host: the facts about the app and the device.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    public convenience init?(
        authority: String?, validateAuthority: Bool = true, environment: ClientEnvironment, host: ADHost = ADHost(),
        error: ADErrorPointer = nil
    ) {
        let core = reporting(error) { () throws(ADAuthenticationError) in try Self.check(authority) }
        guard let core else { return nil }
        self.init(core: core, validateAuthority: validateAuthority, environment: environment, host: host)
    }

    private static func platform(group: String) throws(ADAuthenticationError) -> ClientEnvironment {
        do throws(AuthError) {
            return try ADPlatform.shared.environment(group: group)
        } catch {
            throw ADAuthenticationError(error, isSilent: true)
        }
    }

    /// Reads an authority as ADAL does: https, with a tenant; the rest of its path and its letter case are dropped.
    private static func check(_ text: String?) throws(ADAuthenticationError) -> Authority {
        let trimmed = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let authority: Authority
        do throws(AuthError) {
            authority = try Authority(trimmed)
        } catch {
            throw .invalidArgument([error.message, error.remedy].compactMap { $0 }.joined(separator: " "))
        }
        do throws(AuthError) {
            try ADALRequest(authority: authority, clientID: "", appIdentifier: "", resource: "").check()
        } catch {
            throw .invalidArgument([error.message, error.remedy].compactMap { $0 }.joined(separator: " "))
        }
        return authority
    }
}
