import { expect, test } from 'vitest'
import {
  firstScreenResults,
  previewedShelves,
  shelfPreviewSize,
} from '#web/features/books/policy.ts'
import { previewShelves, type ShelvesData } from './preview.ts'

const books = Array.from({ length: 20 }, (_, n) => ({ _id: `${n}` })) as ShelvesData['recommended']
const shelves: ShelvesData = {
  recommended: books,
  bestsellers: books,
  branches: ['Law', 'Arts', 'Science'].map((branch) => ({ branch, total: 20, books })),
}
const sizes = (results: number) => {
  const { recommended, bestsellers, branches } = previewShelves(shelves, results)
  return [recommended, bestsellers, ...branches.map(({ books }) => books)].map((row) => row.length)
}

test('the first shelves come with the cards that fit beside each other, the others with their names', () => {
  expect(previewedShelves).toBe(3)
  expect(sizes(0)).toEqual([shelfPreviewSize, shelfPreviewSize, shelfPreviewSize, 0, 0])
  expect(sizes(firstScreenResults - 1)).toEqual(sizes(0))
})

test('below a screenful of results, shelves keep their places with one card', () => {
  expect(sizes(firstScreenResults)).toEqual([1, 1, 1, 0, 0])
})
