extension RuleFamilies {
    /// Logging, telemetry and the web view's notifications.
    static let adalLogging: [Rule] = [
        Rule(
            "adal.log", .adal, "ADAL's log",
            instead: "MSALGlobalConfig.loggerConfig: logLevel, logMaskingLevel and, once, setLogCallback.",
            .adal("Logger", "_LOG_LEVEL") + [.prefix("ADAL_LOG_"), .name("ADAL_LOG_LEVEL")],
            swift: """
                MSALGlobalConfig.loggerConfig.logLevel = .warning
                MSALGlobalConfig.loggerConfig.setLogCallback { level, message, containsPII in }
                """,
            objectiveC: """
                MSALGlobalConfig.loggerConfig.logLevel = MSALLogLevelWarning;
                [MSALGlobalConfig.loggerConfig setLogCallback:^(MSALLogLevel level, NSString *message, BOOL containsPII) {}];
                """),
        Rule(
            "adal.telemetry", .adal, "ADAL's telemetry",
            instead: "MSALGlobalConfig.telemetryConfig.telemetryCallback.",
            .adal("Telemetry") + [.name("ADDispatcher"), .name("ADALDispatcher"), .prefix("AD_TELEMETRY_")],
            swift: "MSALGlobalConfig.telemetryConfig.telemetryCallback = { event in }",
            objectiveC: """
                MSALGlobalConfig.telemetryConfig.telemetryCallback = ^(NSDictionary<NSString *, NSString *> *event) {};
                """),
        Rule(
            "adal.version", .adal, "ADAL's version", instead: "MSALPublicClientApplication.sdkVersion.",
            .names("ADAL_VERSION_STRING", "ADAL_VERSION_NSSTRING"), swift: "MSALPublicClientApplication.sdkVersion",
            objectiveC: "MSALPublicClientApplication.sdkVersion"),
        Rule(
            "adal.webAuth", .adal, "the session of the web view",
            instead: "MSALPublicClientApplication.cancelCurrentWebAuthSession().",
            .adal("WebAuthController"), swift: "MSALPublicClientApplication.cancelCurrentWebAuthSession()",
            objectiveC: "[MSALPublicClientApplication cancelCurrentWebAuthSession];"),
        Rule(
            "adal.webAuth.notification", .adal, "a notification about the web view or the broker",
            instead: "The notification of the same name with MSAL in place of AD.",
            .names(
                "ADWebAuthDidStartLoadNotification", "ADWebAuthDidFinishLoadNotification",
                "ADWebAuthDidFailNotification", "ADWebAuthDidCompleteNotification", "ADWebAuthWillSwitchToBrokerApp",
                "ADWebAuthDidReceieveResponseFromBroker"),
            swift: "{found:notification}", objectiveC: "{found:notification}"),
    ]
}
