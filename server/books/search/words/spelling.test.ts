import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestGuess, correctionsOf } from './spelling.ts'

const word = fc.stringMatching(/^[a-z]{4,12}$/)
const letters = 'abcdefghijklmnopqrstuvwxyz'

test('corrects a word with one typo', () => {
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
      for (const typed of typos.filter((one) => one.length > 3 && one !== meant))
        expect(correctionsOf(typed, [meant])).toEqual([meant])
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
  expect(correctionsOf(typed, words)).toEqual(meant)
})

test.each([
  ['yile', ['mile', 'yule'], ['yule']],
  ['silid', ['silicon', 'solid'], ['solid']],
  ['mechine', ['machine', 'machines'], ['machine', 'machines']],
  ['orwel', ['norwell'], ['norwell']],
  ['orwel', [], []],
])('the likeliest meaning of %s among %j is %j', (typed, similar, likeliest) => {
  expect(bestGuess(typed, similar)).toEqual(likeliest)
})
