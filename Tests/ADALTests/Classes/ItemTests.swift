import ADAL
import Foundation
import KeyfobTesting
import Testing

@Suite("ADAL's token items and results")
struct ItemTests {
    @Test("An item is a refresh token for all resources if it has one, and neither a resource nor an access token")
    func kinds() {
        let item = ADTokenCacheItem()
        item.authority = "https://login.microsoftonline.com/Common/"
        item.clientId = "App"
        item.refreshToken = "r"
        #expect(item.isMultiResourceRefreshToken())
        #expect(item.isEmptyUser())
        #expect(!item.isExpired())
        item.resource = "https://graph.microsoft.com"
        #expect(!item.isMultiResourceRefreshToken())
        item.expiresOn = Date(timeIntervalSinceNow: 200)
        #expect(item.isExpired())
        item.expiresOn = Date(timeIntervalSinceNow: 3000)
        #expect(!item.isExpired())
        let key = item.extractKey(nil)
        #expect(key?.authority == "https://login.microsoftonline.com/common")
        #expect(key?.resource == "https://graph.microsoft.com")
        #expect(key?.clientId == "app")
        let copy = item.copy() as? ADTokenCacheItem
        #expect(copy?.extractKey(nil) == key)
        copy?.clientId = "other"
        #expect(item.clientId == "App")
        var error: ADAuthenticationError?
        #expect(ADTokenCacheItem().extractKey(&error) == nil)
        #expect(error?.code == ADErrorCode.ERROR_DEVELOPER_INVALID_ARGUMENT.rawValue)
    }

    @Test("Results and errors can be made in an app's tests, and 403 is a cancelled sign-in")
    func made() {
        let item = ADTokenCacheItem()
        item.accessToken = "token-of-the-test"
        item.authority = "https://login.microsoftonline.com/common"
        let result = ADAuthenticationResult(tokenCacheItem: item)
        #expect(result.status == AD_SUCCEEDED)
        #expect(result.accessToken == "token-of-the-test")
        #expect(result.authority == item.authority)
        let canceled = ADAuthenticationResult(error: ADAuthenticationError(code: .ERROR_UI_USER_CANCEL))
        #expect(canceled.status == AD_USER_CANCELLED)
        let failed = ADAuthenticationResult(
            error: ADAuthenticationError(
                domain: ADOAuthServerErrorDomain, code: .ERROR_SERVER_OAUTH, protocolCode: "invalid_resource",
                errorDetails: "No such resource."))
        #expect(failed.status == AD_FAILED)
        #expect(failed.error?.localizedDescription == "No such resource.")
        #expect(failed.error?.protocolCode == "invalid_resource")
    }

    @Test("The descriptions of a result, an item, an error and the caches contain no token")
    func secrets() async throws {
        let world = try await World()
        let (context, result) = try await world.signedIn()
        let token = try #require(result.accessToken)
        let refresh = try #require(result.tokenCacheItem?.refreshToken)
        for value in [result, result.tokenCacheItem, context, world.legacy] as [Any?] {
            var text = ""
            dump(value, to: &text)
            text += String(describing: value)
            #expect(!text.contains(token))
            #expect(!text.contains(refresh))
        }
    }

    @Test("The codes are ADAL's numbers, and the domains' values are their names")
    func codes() {
        #expect(ADErrorCode.allCases.count == 39)
        #expect(ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue == 200)
        #expect(ADErrorCode.ERROR_CACHE_MULTIPLE_USERS.rawValue == 300)
        #expect(ADErrorCode.ERROR_UI_USER_CANCEL.rawValue == 403)
        #expect(ADErrorCode.ERROR_TOKENBROKER_INVALID_REDIRECT_URI.rawValue == 501)
        #expect(ADAuthenticationErrorDomain == "ADAuthenticationErrorDomain")
        #expect(ADOAuthServerErrorDomain == "ADOAuthServerErrorDomain")
        #expect(
            [AD_PROMPT_AUTO, AD_PROMPT_ALWAYS, AD_PROMPT_REFRESH_SESSION, AD_FORCE_PROMPT].map(\.rawValue) == [
                0, 1, 2, 3,
            ])
        #expect([AD_CREDENTIALS_AUTO, AD_CREDENTIALS_EMBEDDED].map(\.rawValue) == [0, 1])
        #expect([AD_SUCCEEDED, AD_USER_CANCELLED, AD_FAILED].map(\.rawValue) == [0, 1, 2])
        #expect([AD_SAML1_1, AD_SAML2].map(\.rawValue) == [0, 1])
        let settings = ADAuthenticationSettings.sharedInstance()
        #expect(settings.requestTimeOut == 300)
        #expect(settings.expirationBuffer == 300)
        #expect(settings.enableFullScreen)
    }
}
