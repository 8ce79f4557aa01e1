import Env2048

/// A board whose contents can be looked up in n-tuple weight tables.
public protocol NTupleState: BoardState {
  /// What turns its boards into indices.
  associatedtype Indexer: PatternIndexer<Self>
}

/// Turns boards into the indices of the weights that make up their value.
///
/// A cell counts as one of 16 contents: empty, the tiles 2…16,384, and one for
/// every tile from 32,768 up. An index has four bits for each cell, the first
/// cell's highest: the last cells of the field's patterns lie amid the board,
/// where tiles differ most from one board to the next, so that weights needed
/// soon after each other are neighbours (1.14 times the moves a second with
/// 4x6, 1.19 times with 8x6; forward, one thread).
public protocol PatternIndexer<State>: Sendable {
  /// The kind of board.
  associatedtype State: BoardState

  /// Prepares the indexing of a network's patterns.
  init(_ configuration: NTupleConfiguration)

  /// Writes one index for each pattern and symmetry.
  ///
  /// - Parameters:
  ///   - board: A board of the configuration's shape.
  ///   - stageOffset: The index of the first weight of the board's stage.
  ///   - indices: Receives `lookupCount` indices, each below the number of
  ///     weights, pattern by pattern.
  ///   - start: Where the first index goes.
  /// - Precondition: `indices` has room for them.
  func write(
    _ board: State, stageOffset: UInt32, to indices: inout MutableSpan<UInt32>, from start: Int)
}

extension Board: NTupleState {
  /// Shifts and masks on the eight isomorphic boards at once.
  public typealias Indexer = BitPatternIndexer
}

extension Grid: NTupleState {
  /// Cell by cell.
  public typealias Indexer = CellPatternIndexer
}

/// Indices of 4×4 boards by shift and mask (`PatternRun`), eight isomorphisms at once.
public struct BitPatternIndexer: PatternIndexer {
  private let runs: [PatternRun]
  private let usesSymmetries: Bool
  private let lookupCount: Int

  /// Prepares the indexing of a network's patterns.
  ///
  /// - Precondition: The shape is 4×4.
  public init(_ configuration: NTupleConfiguration) {
    precondition(configuration.shape == .standard, "Bit patterns are for 4x4 boards")
    usesSymmetries = configuration.usesSymmetries
    lookupCount = configuration.lookupCount
    // On boards turned by half, where the last cells come first.
    let patterns = configuration.patterns.map { $0.cells.reversed().map { 15 - $0 } }
    runs = PatternRun.runs(of: patterns, offsets: configuration.offsets)
  }

  /// Writes one index for each pattern and symmetry.
  @inline(__always)
  public func write(
    _ board: Board, stageOffset: UInt32, to indices: inout MutableSpan<UInt32>, from start: Int
  ) {
    precondition(start >= 0 && start + lookupCount <= indices.count, "Too few places for indices")
    let nibbles = board.clampedNibbles
    // The isomorphic boards turned by half are the isomorphic boards.
    if usesSymmetries {
      // Any bytes are UInt32s.
      var bytes = unsafe indices.mutableBytes
      var byte = 4 &* start
      write(Board.isomorphisms(ofNibbles: nibbles), stageOffset: stageOffset) { index in
        // SAFETY: there are places for eight indices a pattern, as checked above.
        unsafe bytes.storeBytes(of: index, toUncheckedByteOffset: byte, as: SIMD8<UInt32>.self)
        byte &+= 32
      }
    } else {
      var next = start
      let board = SIMD8(repeating: Board.turnedByHalf(nibbles: nibbles))
      write(board, stageOffset: stageOffset) { index in
        indices[next] = index[0]
        next &+= 1
      }
    }
  }

  @inline(__always)
  private func write(
    _ boards: SIMD8<UInt64>, stageOffset: UInt32, with put: (SIMD8<UInt32>) -> Void
  ) {
    var index = SIMD8<UInt64>.zero
    for run in runs {
      index = index | run.cells(of: boards)
      guard let offset = run.offset else { continue }
      put(SIMD8<UInt32>(truncatingIfNeeded: index &+ (offset &+ UInt64(stageOffset))))
      index = .zero
    }
  }
}

/// Indices of boards of any shape, cell by cell.
public struct CellPatternIndexer: PatternIndexer {
  private struct LookUp {
    var cells: [Int]
    var offset: UInt32
  }

  private let lookUps: [LookUp]

  /// Prepares the indexing of a network's patterns.
  public init(_ configuration: NTupleConfiguration) {
    let shape = configuration.shape
    lookUps = zip(configuration.patterns, configuration.offsets).flatMap { pattern, offset in
      configuration.symmetries.map { symmetry in
        LookUp(
          cells: pattern.cells.map { symmetry.source(ofCell: $0, shape: shape) },
          offset: UInt32(offset))
      }
    }
  }

  /// Writes one index for each pattern and symmetry.
  public func write(
    _ board: Grid, stageOffset: UInt32, to indices: inout MutableSpan<UInt32>, from start: Int
  ) {
    for (next, lookUp) in lookUps.enumerated() {
      var index: UInt32 = 0
      for cell in lookUp.cells {
        index = index << 4 | UInt32(min(board[cell], 15))
      }
      indices[start + next] = stageOffset + lookUp.offset + index
    }
  }
}
