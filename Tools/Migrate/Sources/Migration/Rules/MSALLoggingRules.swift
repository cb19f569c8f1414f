extension RuleFamilies {
    /// Logging and telemetry by the older objects: gone in MSAL 2.0.0.
    static let msalLogging: [Rule] = [
        Rule(
            "msal.log", .msal, "the log by its older object",
            instead: "MSALGlobalConfig.loggerConfig: logLevel, logMaskingLevel and, once, setLogCallback.",
            .names("MSALLogger"),
            swift: """
                MSALGlobalConfig.loggerConfig.logLevel = .warning
                MSALGlobalConfig.loggerConfig.setLogCallback { level, message, containsPII in }
                """,
            objectiveC: """
                MSALGlobalConfig.loggerConfig.logLevel = MSALLogLevelWarning;
                [MSALGlobalConfig.loggerConfig setLogCallback:^(MSALLogLevel level, NSString *message, BOOL containsPII) {}];
                """),
        Rule(
            "msal.log.pii", .msal, "whether the log may hold personal data, by its older switch",
            instead: "MSALGlobalConfig.loggerConfig.logMaskingLevel.",
            [.member("PiiLoggingEnabled"), .memberOf("MSALLoggerConfig", "piiEnabled")],
            swift: "MSALGlobalConfig.loggerConfig.logMaskingLevel = .settingsMaskAllPII",
            objectiveC: "MSALGlobalConfig.loggerConfig.logMaskingLevel = MSALLogMaskingLevelSettingsMaskAllPII;"),
        Rule(
            "msal.telemetry", .msal, "telemetry by its older object, or a dispatcher of it",
            instead: "MSALGlobalConfig.telemetryConfig.telemetryCallback.",
            .names("MSALTelemetry", "MSALDispatcher", "MSALTelemetryDispatcher"),
            swift: "MSALGlobalConfig.telemetryConfig.telemetryCallback = { event in }",
            objectiveC: """
                MSALGlobalConfig.telemetryConfig.telemetryCallback = ^(NSDictionary<NSString *, NSString *> *event) {};
                """),
        Rule(
            "msal.notification.misspelt", .msal, "a notification by its misspelt name",
            instead: "MSALWebAuthDidReceiveResponseFromBroker.", .names("MSALWebAuthDidReceieveResponseFromBroker"),
            swift: "MSALWebAuthDidReceiveResponseFromBroker",
            objectiveC: "MSALWebAuthDidReceiveResponseFromBroker"),
    ]
}
