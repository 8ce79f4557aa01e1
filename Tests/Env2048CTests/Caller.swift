import Env2048C
import Testing

/// A caller from another language: it holds a handle and the memory that calls
/// write to, for games on 2×2 boards.
@safe
final class Caller {
  let handle: Int64
  private let slots: Int
  private let bytes: UnsafeMutablePointer<UInt8>
  private let points: UnsafeMutablePointer<Float>
  private let numbers: UnsafeMutablePointer<Int64>

  /// Creates an environment and binds memory.
  init(slots: Int, autoreset: Int32, seed: UInt64) throws {
    self.slots = slots
    // Observations, terminated, truncated, masks and last observations.
    unsafe bytes = .allocate(capacity: slots * (4 + 1 + 1 + 4 + 4))
    unsafe points = .allocate(capacity: slots)
    // Statistics and the number of ended games.
    unsafe numbers = .allocate(capacity: slots * 5 + 1)
    unsafe bytes.initialize(repeating: 0, count: slots * 14)
    unsafe points.initialize(repeating: 0, count: slots)
    unsafe numbers.initialize(repeating: 0, count: slots * 5 + 1)
    var handle: Int64 = 0
    try #require(
      unsafe create(Int64(slots), 2, 2, 2, 0.1, 2048, 0, 0, 0, 0, autoreset, seed, &handle) == 0)
    self.handle = handle
    let status = unsafe bind(
      handle, bytes, points, bytes + slots * 4, bytes + slots * 5, bytes + slots * 6, numbers,
      bytes + slots * 10, numbers + slots * 5, 0)
    try #require(status == 0)
  }

  deinit {
    _ = destroy(handle)
    unsafe bytes.deallocate()
    unsafe points.deallocate()
    unsafe numbers.deallocate()
  }

  var observations: [UInt8] { unsafe Array(UnsafeBufferPointer(start: bytes, count: slots * 4)) }
  var terminated: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: bytes + slots * 4, count: slots))
  }
  var rewards: [Float] { unsafe Array(UnsafeBufferPointer(start: points, count: slots)) }
  var statistics: [Int64] { unsafe Array(UnsafeBufferPointer(start: numbers, count: slots * 5)) }

  func reset() -> Int32 { Env2048C.reset(handle, nil, nil, nil) }

  func reset(where chosen: [UInt8]) -> Int32 { unsafe Env2048C.reset(handle, chosen, nil, nil) }

  func step(_ actions: [Int64]) -> Int32 { unsafe Env2048C.step(handle, actions, 8) }

  func takeError() -> String {
    var text = [UInt8](repeating: 0, count: 500)
    let length = unsafe Env2048C.takeError(&text, 500)
    return String(decoding: text.prefix(Int(length)), as: UTF8.self)
  }
}
