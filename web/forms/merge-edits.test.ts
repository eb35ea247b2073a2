import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const shown = { title: 'Dune', price: '200', images: ['a', 'b'] }

test('without other changes, the form keeps its values', () => {
  const yours = { ...shown, price: '150' }
  expect(mergeEdits(shown, { ...shown }, yours)).toEqual({ values: yours, changes: [] })
})

test('fields that only others changed are taken over and listed', () => {
  const yours = { ...shown, price: '150' }
  expect(mergeEdits(shown, { ...shown, images: ['b'] }, yours)).toEqual({
    values: { title: 'Dune', price: '150', images: ['b'] },
    changes: [{ name: 'images', now: ['b'] }],
  })
})

test('fields that both changed keep the local value, and both values are listed', () => {
  const yours = { ...shown, price: '150' }
  expect(mergeEdits(shown, { ...shown, price: '180' }, yours)).toEqual({
    values: yours,
    changes: [{ name: 'price', now: '180', yours: '150' }],
  })
})

test('the same change on both sides isn’t listed', () => {
  const yours = { ...shown, price: '150' }
  expect(mergeEdits(shown, yours, { ...yours })).toEqual({ values: yours, changes: [] })
})

test('no typed value is lost, and every change of others is listed', () => {
  const form = fc.record({ a: fc.constantFrom('', '1', '2'), b: fc.constantFrom('', '1', '2') })
  fc.assert(
    fc.property(form, form, form, (first, now, yours) => {
      const { values, changes } = mergeEdits(first, now, yours)
      for (const name of ['a', 'b'] as const) {
        if (yours[name] !== first[name]) expect(values[name]).toBe(yours[name])
        if (now[name] !== first[name] && now[name] !== yours[name])
          expect(changes.map((change) => change.name)).toContain(name)
      }
    }),
  )
})
