/// The newest major version of ADAL whose names this module has.
public let ADALFrameworkVersionNumber: Double = 6
