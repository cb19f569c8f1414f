#if Server
public import ArgumentParser
public import KeyfobCore

/// `--key-place` and `--rekey`: `file` or `secret-service`.
extension SealingKeyPlace: ExpressibleByArgument {}
#endif
