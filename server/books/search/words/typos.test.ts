import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLikeliest, findMeant, halvesOf } from './typos.ts'

const word = fc.stringMatching(/^[a-z]{4,12}$/)
const letters = 'abcdefghijklmnopqrstuvwxyz'

test('a word with one typo begins or ends like what was meant, which takes no more typos', () => {
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom(...letters), (meant, pick, letter) => {
      const at = pick % (meant.length - 1)
      const [start, end] = [meant.slice(0, at), meant.slice(at)]
      const typos = [
        start + end.slice(1),
        start + letter + end,
        start + letter + end.slice(1),
        start + end[1] + end[0] + end.slice(2),
      ]
      for (const typed of typos.filter((one) => one.length > 3 && one !== meant)) {
        const half = halvesOf(typed)
        const isFound =
          half.beginnings.some((beginning) => meant.startsWith(beginning)) ||
          meant.endsWith(half.end)
        expect([typed, isFound]).toEqual([typed, true])
        expect(findMeant(typed, [meant])).toEqual([meant])
      }
    }),
  )
})

test.each([
  ['pyhsical', ['physical', 'physically', 'mythical'], ['physical', 'physically']],
  ['phisycs', ['physics'], ['physics']],
  ['fike', ['fiske', 'fake', 'fine', 'file', 'baker'], ['fiske', 'fake', 'fine', 'file']],
  ['fike', ['force'], []],
  ['electro', ['electronics', 'elector'], ['electronics']],
])('%s may mean some of %j', (typed, words, meant) => {
  expect(findMeant(typed, words)).toEqual(meant)
})

test.each([
  ['yile', ['mile', 'yule'], ['yule']],
  ['silid', ['silicon', 'solid'], ['solid']],
  ['mechine', ['machine', 'machines'], ['machine', 'machines']],
  ['orwel', ['norwell'], ['norwell']],
  ['orwel', [], []],
])('%s most likely means of %j', (typed, similar, likeliest) => {
  expect(findLikeliest(typed, similar)).toEqual(likeliest)
})

test.each(['👨‍👩‍👧', '🧑‍🎓🧑‍🎓', 'a𝐏𝐏b', '𝐏𝐏'])('no character of %s is cut through', (typed) => {
  const { beginnings, end } = halvesOf(typed)
  for (const half of [...beginnings, end]) expect(half.isWellFormed()).toBe(true)
})
