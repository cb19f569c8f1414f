import KeyfobFlows

/// The settings and ports of one application, which all of its parts use.
final class ClientContext: Sendable {
    let configuration: ClientConfiguration
    let environment: ClientEnvironment
    let flows: FlowDriver

    init(_ configuration: ClientConfiguration, _ environment: ClientEnvironment) {
        self.configuration = configuration
        self.environment = environment
        flows = FlowDriver(
            transport: environment.transport, clock: environment.clock, random: environment.random,
            userAgent: environment.userAgent, pause: environment.pause, trust: configuration.authorityTrust)
    }
}

/// One part of an application.
protocol ClientPart: Sendable {
    var context: ClientContext { get }
}

extension ClientPart {
    var configuration: ClientConfiguration { context.configuration }
    var environment: ClientEnvironment { context.environment }
    var flows: FlowDriver { context.flows }

    func log(_ level: ClientLogMessage.Level, _ text: @autoclosure () -> LogText, correlationID: String? = nil) {
        environment.log(level, text(), correlationID: correlationID)
    }
}
