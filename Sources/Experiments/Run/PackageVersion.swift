/// The version of this package, as programs print it and runs record it.
public let packageVersion = "0.1.0"
