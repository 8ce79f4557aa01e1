import CZlib

@testable import Plots

/// The pixels of a PNG picture of 8 bits each of red, green and blue, with or without opacity.
struct Raster {
  let width: Int
  let height: Int
  private let channels: Int
  private var bytes: [UInt8] = []

  /// Reads a picture; `nil` if it is of another kind or damaged.
  init?(png: [UInt8]) {
    guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    let number = { (at: Int) in png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (number(16), number(20))
    guard png[24] == 8, let channels = [2: 3, 6: 4][png[25]], png[28] == 0 else { return nil }
    self.channels = channels
    var packed: [UInt8] = []
    var place = 8
    while place + 12 <= png.count {
      let length = number(place)
      if png[place + 4..<place + 8].elementsEqual("IDAT".utf8) {
        packed += png[place + 8..<place + 8 + length]
      }
      place += 12 + length
    }
    guard let filtered = Self.unpacked(packed, count: (width * channels + 1) * height) else {
      return nil
    }
    restore(filtered)
  }

  /// How many pixels have a colour.
  func count(_ color: PlotColor) -> Int {
    let wanted = [16, 8, 0].map { UInt8(truncatingIfNeeded: color.rgb >> UInt32($0)) }
    return stride(from: 0, to: bytes.count, by: channels).count { start in
      (0..<3).allSatisfy { bytes[start + $0] == wanted[$0] }
    }
  }

  private static func unpacked(_ packed: [UInt8], count: Int) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: count)
    var length = uLongf(count)
    // SAFETY: zlib writes at most `length` bytes, which the array has.
    let status = unsafe uncompress(&result, &length, packed, uLong(packed.count))
    return status == Z_OK && Int(length) == count ? result : nil
  }

  /// Undoes the filters of PNG, section 9 of its specification.
  private mutating func restore(_ filtered: [UInt8]) {
    let length = width * channels
    bytes = [UInt8](repeating: 0, count: length * height)
    for row in 0..<height {
      let filter = filtered[row * (length + 1)]
      for column in 0..<length {
        let left = column >= channels ? Int(bytes[row * length + column - channels]) : 0
        let up = row > 0 ? Int(bytes[(row - 1) * length + column]) : 0
        let corner =
          row > 0 && column >= channels ? Int(bytes[(row - 1) * length + column - channels]) : 0
        let predicted =
          switch filter {
          case 1: left
          case 2: up
          case 3: (left + up) / 2
          case 4: Self.nearest(to: left + up - corner, left, up, corner)
          default: 0
          }
        bytes[row * length + column] =
          filtered[row * (length + 1) + 1 + column] &+ UInt8(truncatingIfNeeded: predicted)
      }
    }
  }

  private static func nearest(to target: Int, _ left: Int, _ up: Int, _ corner: Int) -> Int {
    let distances = [left, up, corner].map { abs(target - $0) }
    if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
    return distances[1] <= distances[2] ? up : corner
  }
}
