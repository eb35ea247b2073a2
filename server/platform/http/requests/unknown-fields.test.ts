import { expect, test } from 'vitest'
import { z } from 'zod'
import { blankAsAbsent, listInput } from '#contract/common/schemas.ts'
import { unknownFields } from './unknown-fields.ts'

const Item = z.object({ book: z.string() })
const Input = z
  .object({
    name: blankAsAbsent(z.string()),
    items: listInput(z.array(Item)).optional(),
    found: z.object({ branch: z.string() }).optional(),
    change: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('price'), by: z.number() }),
      z.object({ kind: z.literal('sold') }),
    ]),
    anything: z.custom<object>(),
  })
  .refine(() => true)

test.each([
  [{ name: 'a', items: [{ book: 'b' }], change: { kind: 'price', by: 1 } }, []],
  [{ anything: { x: 1 }, items: '[{"colour":1}]', found: null, change: 7 }, []],
  [{ nmae: 'a', items: [{ book: 'b' }, { colour: 1 }] }, ['nmae', 'items.1.colour']],
  [{ found: { brnach: 'Law' }, change: { kind: 'sold', to: 2 } }, ['found.brnach', 'change.to']],
  [{ _id: 1, role: 'admin' }, ['role']],
  [JSON.parse('{"__proto__": {"role": "admin"}, "toString": 1}'), ['__proto__', 'toString']],
  [undefined, []],
])('%o has the unknown fields %j', (value, expected) => {
  expect(unknownFields(Input, value, ['_id'])).toEqual(expected)
})
