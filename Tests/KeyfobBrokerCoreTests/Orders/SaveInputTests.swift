import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import Testing

@testable import KeyfobBrokerCore

/// What the broker stores of a response for an app.
@Suite struct SaveInputTests {
    private func input(
        _ granted: ScopeSet, declined: Bool = false, _ change: (inout BrokerTokenRequest) -> Void = { _ in }
    ) throws -> SaveInput {
        let run = try FlowRun()
        var order = run.order
        change(&order)
        var flow = run.result
        flow.response.refreshToken = Secret("R")
        flow.response.scopes = granted
        if !declined { flow.requestedScopes = granted }
        return SaveInput(flow, for: order, account: FlowRun.ada)
    }

    @Test func `an access token is stored under the granted and the requested scopes`() throws {
        let input = try input(["api://files/Files.Read", "api://files/Files.Write", "openid"])
        #expect(input.accessToken?.reveal() == "T" && input.refreshToken?.reveal() == "R")
        #expect(input.scopes == ["api://files/Files.Read", "api://files/Files.Write"])
        let declining = try self.input(["api://files/Files.Write"], declined: true)
        #expect(declining.scopes == ["api://files/Files.Write"])
    }

    @Test func `an access token for claims or a key is not stored, but the refresh token is`() throws {
        for change: (inout BrokerTokenRequest) -> Void in [
            { $0.hasClaimsChallenge = true }, { $0.binding = BrokerTokenBinding(tokenType: "pop", confirmation: nil) },
        ] {
            let input = try input(Contoso.read, change)
            #expect(input.accessToken == nil && input.scopes.isEmpty && input.refreshToken?.reveal() == "R")
        }
    }
}
