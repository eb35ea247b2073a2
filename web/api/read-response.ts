// Reads what the server sent as well as it can be read: a tab may be older than the server, and the other way round.
import type { z } from 'zod'
import { Money } from '#contract/common.ts'

type Read = (value: unknown) => unknown

const readers = new WeakMap<z.core.$ZodType, Read>()

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNothing = (value: unknown): value is null | undefined =>
  value === undefined || value === null

function readNumber(value: unknown, missing: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : missing
}

/** A word that isn't among the known ones stays as it is; one that differs in its capitals alone is the known one. */
function readWord(value: unknown, known: string[]): string {
  if (typeof value !== 'string') return ''
  return (
    known.find((one) => one === value) ??
    known.find((one) => one.toLowerCase() === value.toLowerCase()) ??
    value
  )
}

function readObject(shape: Record<string, z.core.$ZodType>): Read {
  const fields = Object.entries(shape).map(([name, field]) => [name, readerOf(field)] as const)
  return (value) => {
    const whole: Record<string, unknown> = isRecord(value) ? { ...value } : {}
    for (const [name, read] of fields) {
      const found = read(whole[name])
      if (found === undefined) delete whole[name]
      else whole[name] = found
    }
    return whole
  }
}

function makeReader(schema: z.core.$ZodType): Read {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return readObject(def.shape)
    case 'array': {
      const read = readerOf(def.element)
      return (value) =>
        Array.isArray(value) ? value.filter((one) => !isNothing(one)).map(read) : []
    }
    case 'optional': {
      const read = readerOf(def.innerType)
      return (value) => (isNothing(value) ? undefined : read(value))
    }
    case 'nullable': {
      const read = readerOf(def.innerType)
      return (value) => (isNothing(value) ? null : read(value))
    }
    case 'enum': {
      const known = Object.values(def.entries).map(String)
      return (value) => readWord(value, known)
    }
    case 'string':
      return (value) =>
        typeof value === 'string'
          ? value
          : isNothing(value) || typeof value === 'object'
            ? ''
            : String(value)
    case 'number': {
      // No amount is not the same as nothing to pay.
      const missing = schema === Money ? Number.NaN : 0
      return (value) => readNumber(value, missing)
    }
    case 'record': {
      const read = readerOf(def.valueType)
      return (value) =>
        isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, read(one)]))
          : {}
    }
    case 'boolean':
      return (value) => value === true || value === 'true'
    default:
      return (value) => value
  }
}

function readerOf(schema: z.core.$ZodType): Read {
  const known = readers.get(schema)
  if (known) return known
  const read = makeReader(schema)
  readers.set(schema, read)
  return read
}

/**
 * Reads a value as the schema's. What is missing or of another kind is empty: no text, 0, NaN for an amount of money, no
 * rows, false; an optional field stays away. Fields and words that the schema doesn't know are kept.
 */
export const parseLeniently = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> =>
  readerOf(schema)(value) as z.output<S>
