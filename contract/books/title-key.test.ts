import { expect, test } from 'vitest'
import { partSign, titleSearchText } from './title-key.ts'

test.each([
  ['Boy ;; Roald Dahl', 'Somebody'],
  ['Boy', 'Roald ;; Dahl'],
  ['Boy ;;', ';; Dahl'],
  // Fullwidth semicolons, invisible marks, and dots that are removed between initials.
  ['Boy ；； Roald Dahl', 'Roald ;; Dahl'],
  ['Boy ;\u200b; Roald Dahl', 'Roald ;.; Dahl'],
])('title and author of “%s” by “%s” can’t be confused', (title, author) => {
  expect(titleSearchText({ title, author }).split(partSign)).toHaveLength(2)
})
