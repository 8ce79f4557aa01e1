import Env2048

extension TDLWeightFile {
  /// The size of the file that `write` makes.
  public var byteCount: Int {
    let lists = network.hasSums ? 3 : 1
    let heads = network.configuration.patterns.count * (9 + 10 + (lists == 3 ? 10 : 0) + 2)
    return 5 + heads + lists * network.byteCount
  }

  /// Writes the file, a part at a time: a large network has gigabytes.
  ///
  /// - Parameter write: Told each part in turn; its errors are passed on.
  /// - Precondition: No thread learns meanwhile.
  public func write<Failure: Error>(to write: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    var part = Part()
    part.append(UInt8(0))
    part.append(UInt32(network.configuration.patterns.count))
    for table in network.configuration.parts {
      let pattern = table.pattern
      part.append(UInt8(4))
      part.append(pattern.cells.reduce(UInt32(0)) { $0 << 4 | UInt32($1) })
      part.append(UInt16(pattern.cells.count))
      part.append(UInt16(0))
      part.append(UInt16(4))
      part.append(UInt64(pattern.weightCount))
      try part.append(network.numbers(in: [.weight], of: table), to: write)
      if network.hasSums {
        part.append(UInt16(4))
        part.append(UInt64(2 * pattern.weightCount))
        try part.append(network.numbers(in: [.errorSum], of: table), to: write)
        try part.append(network.numbers(in: [.absoluteErrorSum], of: table), to: write)
      }
      part.append(UInt16(0))
    }
    try part.flush(to: write)
  }

  /// Bytes that wait to be written.
  private struct Part {
    private var bytes: [UInt8] = []
    private static let size = 1 << 16

    mutating func append(_ integer: some FixedWidthInteger) {
      for shift in stride(from: 0, to: integer.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: integer >> shift))
      }
    }

    mutating func append<Failure: Error>(
      _ numbers: [Float], to write: (RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
      for number in numbers {
        append(number.bitPattern)
        if bytes.count >= Self.size { try flush(to: write) }
      }
    }

    mutating func flush<Failure: Error>(
      to write: (RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
      // Bytes have no padding that could be read.
      try write(unsafe bytes.span.bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }
}
