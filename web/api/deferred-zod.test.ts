import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

type Exports = Record<string, unknown>
const files = globSync('contract/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
const importAll = (): Promise<Exports[]> =>
  Promise.all(files.map((file) => import(/* @vite-ignore */ `../../${file}`) as Promise<Exports>))

let realSchema: typeof import('#web/forms/real-schema.ts').realSchema
let modules: { real: Exports; deferred: Exports; file: string }[] = []
beforeAll(async () => {
  const real = await importAll()
  vi.resetModules()
  vi.doMock('zod', () => import('./deferred-zod.ts'))
  const deferred = await importAll()
  realSchema = (await import('#web/forms/real-schema.ts')).realSchema
  modules = files.map((file, index) => ({
    file,
    real: real[index] as Exports,
    deferred: deferred[index] as Exports,
  }))
})
afterAll(() => vi.doUnmock('zod'))

/** Returns the schemas in an export, with their names. */
function schemasIn(name: string, value: unknown): [name: string, schema: z.ZodType][] {
  if (typeof value !== 'object' || value === null) return []
  if ('_zod' in value) return [[name, value as z.ZodType]]
  return Object.entries(value).flatMap(([field, part]) =>
    field === 'input' || field === 'response' ? schemasIn(`${name}.${field}`, part) : [],
  )
}

/** Returns the parts of a schema that web/api/parse-leniently.ts reads. */
function structureOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, field]) => [name, structureOf(field)])
    case 'array':
      return [def.type, structureOf(def.element)]
    case 'optional':
    case 'nullable':
      return [def.type, structureOf(def.innerType)]
    case 'record':
      return [def.type, structureOf(def.valueType)]
    case 'enum':
      return [def.type, ...Object.values(def.entries)]
    case 'union':
      return [
        def.type,
        'discriminator' in def && def.discriminator,
        ...def.options.map((option) => structureOf(option)),
      ]
    case 'literal':
      return [def.type, ...def.values]
    default:
      return def.type
  }
}

const toJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', cycles: 'ref' })

test('every deferred schema of the contract has the same structure and rules as in zod', () => {
  let count = 0
  for (const { file, real, deferred } of modules)
    for (const [name, value] of Object.entries(real)) {
      const copies = new Map(schemasIn(name, deferred[name]))
      for (const [path, schema] of schemasIn(name, value)) {
        const copy = copies.get(path) as z.ZodType
        const label = `${file} ${path}`
        expect(copy, label).not.toBeInstanceOf(z.ZodType)
        expect(structureOf(copy), label).toEqual(structureOf(schema))
        expect(toJson(realSchema(copy)), label).toEqual(toJson(schema))
        count++
      }
    }
  expect(count).toBeGreaterThan(200)
})

test('checks and conversions run once the schema is real', () => {
  const find = (name: string) =>
    modules.find(({ deferred }) => name in deferred)?.deferred[name] as z.ZodType
  const phone = realSchema(find('Phone'))
  expect(phone.parse(' 98765 43210')).toBe('+919876543210')
  expect(phone.safeParse('12').error?.issues[0]?.message).toMatch(/10-digit/)
  expect(realSchema(find('BookFilters')).parse({ minPrice: '12.5', branch: '' })).toEqual({
    minPrice: 12.5,
  })
  expect(realSchema(find('Phone'))).toBe(phone)
})
