import { expect, test } from 'vitest'
import { previewedShelves, shelfPreviewSize } from '#web/features/books/limits.ts'
import { previewShelves, type ShelvesData } from './preview.ts'

const books = Array.from({ length: 20 }, (_, n) => ({ _id: `${n}` })) as ShelvesData['recommended']
const shelves: ShelvesData = {
  recommended: books,
  bestsellers: books,
  branches: ['Law', 'Arts', 'Science'].map((branch) => ({ branch, total: 20, books })),
}

test('the first shelves have the cards that fit in a row, the others only their names', () => {
  const { recommended, bestsellers, branches: named } = previewShelves(shelves)
  const rows = [recommended, bestsellers, ...named.map(({ books }) => books)]
  expect(previewedShelves).toBe(3)
  expect(rows.map((row) => row.length)).toEqual([...Array(3).fill(shelfPreviewSize), 0, 0])
})
