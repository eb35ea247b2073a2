// Reads responses as far as possible, because a tab may be older or newer than the server.
import type { z } from 'zod'
import { Money } from '#contract/common/schemas.ts'

type Parser = (value: unknown) => unknown

const parsers = new WeakMap<z.core.$ZodType, Parser>()

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNullish = (value: unknown): value is null | undefined =>
  value === undefined || value === null

function parseNumber(value: unknown, fallback: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : fallback
}

function parseEnum(value: unknown, options: string[]): string {
  if (typeof value !== 'string') return ''
  return (
    options.find((option) => option === value) ??
    options.find((option) => option.toLowerCase() === value.toLowerCase()) ??
    value
  )
}

function objectParser(shape: Record<string, z.core.$ZodType>): Parser {
  const fields = Object.entries(shape).map(([name, field]) => [name, parserFor(field)] as const)
  return (value) => {
    const result: Record<string, unknown> = isRecord(value) ? { ...value } : {}
    for (const [name, parse] of fields) {
      const parsed = parse(result[name])
      if (parsed === undefined) delete result[name]
      else result[name] = parsed
    }
    return result
  }
}

/** Returns a parser for a discriminated union. Objects of an unknown kind stay unchanged. */
function unionParser({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Parser {
  const parsers = new Map(
    options.map((option) => [kindOf(option, discriminator), parserFor(option)]),
  )
  return (value) => {
    if (!isRecord(value)) return value
    const kind = parseEnum(value[discriminator], [...parsers.keys()])
    return parsers.get(kind)?.({ ...value, [discriminator]: kind }) ?? value
  }
}

function kindOf(option: z.core.$ZodType, discriminator: string): string {
  const { def } = (option as z.core.$ZodObject)._zod
  const { values } = (def.shape[discriminator] as z.core.$ZodLiteral)._zod.def
  return String(values[0])
}

function createParser(schema: z.core.$ZodType): Parser {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectParser(def.shape)
    case 'array': {
      const parse = parserFor(def.element)
      return (value) =>
        Array.isArray(value) ? value.filter((item) => !isNullish(item)).map(parse) : []
    }
    case 'optional': {
      const parse = parserFor(def.innerType)
      return (value) => (isNullish(value) ? undefined : parse(value))
    }
    case 'nullable': {
      const parse = parserFor(def.innerType)
      return (value) => (isNullish(value) ? null : parse(value))
    }
    case 'enum': {
      const options = Object.values(def.entries).map(String)
      return (value) => parseEnum(value, options)
    }
    case 'union':
      return 'discriminator' in def
        ? unionParser(def as z.core.$ZodDiscriminatedUnionDef)
        : (value) => value
    case 'string':
      return (value) =>
        typeof value === 'string'
          ? value
          : isNullish(value) || typeof value === 'object'
            ? ''
            : String(value)
    case 'number': {
      // If a missing amount of money became 0, the screen would say that something costs nothing.
      const fallback = schema === Money ? Number.NaN : 0
      return (value) => parseNumber(value, fallback)
    }
    case 'record': {
      const parse = parserFor(def.valueType)
      return (value) =>
        isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, parse(item)]))
          : {}
    }
    case 'boolean':
      return (value) => value === true || value === 'true'
    default:
      return (value) => value
  }
}

function parserFor(schema: z.core.$ZodType): Parser {
  const cached = parsers.get(schema)
  if (cached) return cached
  const parser = createParser(schema)
  parsers.set(schema, parser)
  return parser
}

/**
 * Reads a value as the schema describes it, and never fails. Missing values and values of the wrong
 * type become '', 0, NaN (money), [] or false; optional fields stay absent. Unknown fields, enum
 * values and kinds are kept.
 */
export const parseLeniently = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> =>
  parserFor(schema)(value) as z.output<S>
