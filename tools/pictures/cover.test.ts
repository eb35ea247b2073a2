import { expect, test } from 'vitest'
import { readCatalogue } from '../../server/demo/catalogue.ts'
import { drawCover } from './cover.ts'
import { hasLetters } from './text.ts'

test('the same title gets the same cover, different titles different ones, and no letter is missing', () => {
  const titles = readCatalogue()
  const covers = titles.map(drawCover)
  expect(titles.map(drawCover)).toEqual(covers)
  expect(new Set(covers).size).toBe(titles.length)
  const letters = titles.flatMap(({ title, author, about, branch }) => [
    ...title,
    ...author,
    ...about,
    ...branch,
  ])
  expect([...new Set(letters)].filter((letter) => !hasLetters(letter))).toEqual([])
})
