extension RuleFamilies {
    /// Logging and telemetry through the older objects: removed in MSAL 2.0.0.
    static let msalLogging: [Rule] = [
        Rule(
            "msal.log", .msal, "the log under its older object",
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
            "msal.log.pii", .msal, "the older switch for personal data in the log",
            instead: "MSALGlobalConfig.loggerConfig.logMaskingLevel.",
            [.member("PiiLoggingEnabled"), .memberOf("MSALLoggerConfig", "piiEnabled")],
            swift: "MSALGlobalConfig.loggerConfig.logMaskingLevel = .settingsMaskAllPII",
            objectiveC: "MSALGlobalConfig.loggerConfig.logMaskingLevel = MSALLogMaskingSettingsMaskAllPII;"),
        Rule(
            "msal.telemetry", .msal, "telemetry through its older object, or one of its dispatchers",
            instead: "MSALGlobalConfig.telemetryConfig.telemetryCallback.",
            .names("MSALTelemetry", "MSALDispatcher", "MSALTelemetryDispatcher"),
            swift: "MSALGlobalConfig.telemetryConfig.telemetryCallback = { event in }",
            objectiveC: """
                MSALGlobalConfig.telemetryConfig.telemetryCallback = ^(NSDictionary<NSString *, NSString *> *event) {};
                """),
        Rule(
            "msal.notification.misspelt", .msal, "a notification under its misspelt name",
            instead: "MSALWebAuthDidReceiveResponseFromBroker.", .names("MSALWebAuthDidReceieveResponseFromBroker"),
            swift: "MSALWebAuthDidReceiveResponseFromBroker",
            objectiveC: "MSALWebAuthDidReceiveResponseFromBroker"),
    ]
}
