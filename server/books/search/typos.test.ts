import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMeant, oneTypoFrom } from './typos.ts'

const word = fc.stringMatching(/^[a-z]{4,12}$/)

test('one typo is a letter too many, too few, another one, or two that are swapped', () => {
  const found = oneTypoFrom('roert')
  for (const meant of ['robert', 'oert', 'roerts', 'rovrt', 'roetr']) expect(found).toContain(meant)
  for (const other of ['roberts', 'robbert', 'oretr']) expect(found).not.toContain(other)
  expect(oneTypoFrom('गोदान')).toEqual([])
})

test('whoever is one typo away is found from both sides', () => {
  fc.assert(
    fc.property(word, fc.nat(), (typed, pick) => {
      const others = oneTypoFrom(typed)
      const meant = others[pick % others.length] ?? ''
      expect(oneTypoFrom(meant)).toContain(typed)
      expect(findMeant(typed, [meant])).toEqual([meant])
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
