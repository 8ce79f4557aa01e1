import Foundation

/// The machine something ran on.
public struct MachineDescription: Codable, Equatable, Sendable {
  /// The processor's name as it gives it itself, or the architecture's where it gives none.
  public let processor: String
  /// The cores the program may use.
  public let cores: Int
  /// The operating system and its version.
  public let operatingSystem: String
  /// The bytes of physical memory.
  public let memoryBytes: UInt64

  /// The machine this program runs on.
  public static var current: MachineDescription {
    let process = ProcessInfo.processInfo
    return MachineDescription(
      processor: processorName ?? architecture, cores: process.activeProcessorCount,
      operatingSystem: process.operatingSystemVersionString, memoryBytes: process.physicalMemory)
  }

  private static var processorName: String? {
    #if canImport(Darwin)
      var length = 256
      var name = [UInt8](repeating: 0, count: length)
      // SAFETY: the buffer has `length` bytes, which the call updates to the number written.
      guard unsafe sysctlbyname("machdep.cpu.brand_string", &name, &length, nil, 0) == 0 else {
        return nil
      }
      return String(decoding: name.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
    #else
      return (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))
        .flatMap { processorName(inCPUInfo: $0) }
    #endif
  }

  /// The name of the first processor in the text of Linux's `/proc/cpuinfo`.
  static func processorName(inCPUInfo text: String) -> String? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    guard let line, let colon = line.firstIndex(of: ":") else { return nil }
    let name = line[line.index(after: colon)...].drop { $0.isWhitespace }
    return name.isEmpty ? nil : String(name)
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown"
    #endif
  }
}
