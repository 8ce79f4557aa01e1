import Synchronization

/// Games that a caller holds a handle of; one thread at a time uses them.
final class HeldEnvironment: @unchecked Sendable {
  // Sendable: `alone` lets one thread at a time touch what is mutable.
  private var games: HeldGames
  private let isBusy = Atomic(false)

  /// Takes over games.
  init(_ games: HeldGames) { self.games = games }

  /// Works with the games while no other thread does.
  ///
  /// - Throws: `InterfaceError` if another thread is at work with them.
  func alone(_ work: (inout HeldGames) throws -> Void) throws {
    guard isBusy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else {
      throw InterfaceError(
        status: .busy, message: "Another thread is in a call with the same environment.")
    }
    defer { isBusy.store(false, ordering: .releasing) }
    try work(&games)
  }
}
