import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct BestScoresTests {
  static let places: [([String: String], String?)] = [
    (["ENV2048_DATA": "/d", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/d/best-scores.json"),
    (["ENV2048_DATA": "here", "HOME": "/h"], "here/best-scores.json"),
    (["ENV2048_DATA": "", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/env2048/best-scores.json"),
    (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/env2048/best-scores.json"),
    (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/env2048/best-scores.json"),
    (["HOME": ""], nil), ([:], nil),
  ]

  @Test("The environment says where the file is", arguments: places)
  func place(environment: [String: String], path: String?) {
    #expect(BestScores(environment: environment)?.file == path)
  }

  @Test("The best score of each size is kept, in folders that are made")
  func keeping() throws {
    let folder = try TemporaryFolder()
    let scores = BestScores(file: folder.file("a/b/best-scores.json"))
    #expect(try scores.score(on: "4x4") == 0)
    try scores.keep(0, on: "4x4")
    #expect(try folder.names == [])
    try scores.keep(100, on: "4x4")
    try scores.keep(80, on: "4x4")
    try scores.keep(20, on: "3x3")
    #expect(try scores.score(on: "4x4") == 100)
    #expect(try scores.score(on: "3x3") == 20)
    #expect(try scores.score(on: "5x5") == 0)
    #expect(try FileSystem.names(in: folder.file("a/b")) == ["best-scores.json"])
  }

  @Test("A damaged file is named and stays as it is")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("best-scores.json")
    try AtomicFile.write("{\"4x4\": 12", to: file)
    let scores = BestScores(file: file)
    #expect(throws: JSONFileError.malformed(path: file, reason: "it is not valid JSON")) {
      try scores.score(on: "4x4")
    }
    #expect(throws: JSONFileError.self) { try scores.keep(99, on: "4x4") }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"4x4\": 12")
  }
}
