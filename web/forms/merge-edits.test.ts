import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

test.each([
  ['nobody changed', '200', '200', '200', '200', []],
  ['only this form changed', '200', '200', '150', '150', []],
  ['only others changed', '200', '180', '200', '180', [{ now: '180' }]],
  ['both changed', '200', '180', '150', '150', [{ now: '180', yours: '150' }]],
  ['both changed alike', '200', '150', '150', '150', []],
  ['only others changed, a list', ['a', 'b'], ['b'], ['a', 'b'], ['b'], [{ now: ['b'] }]],
])('a field that %s', (_, shown, now, yours, merged, changes) => {
  const other = { title: 'Dune' }
  expect(
    mergeEdits({ ...other, price: shown }, { ...other, price: now }, { ...other, price: yours }),
  ).toEqual({
    values: { ...other, price: merged },
    changes: changes.map((change) => ({ name: 'price', ...change })),
  })
})
