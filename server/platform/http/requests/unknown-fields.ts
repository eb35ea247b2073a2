import type { z } from 'zod'

type Def = {
  type: string
  in?: z.ZodType
  out?: z.ZodType
  innerType?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  shape?: Record<string, z.ZodType>
}
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The fields that a schema's objects may have, of all its options. Undefined for other values. */
function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const { type, in: before, out: after, innerType, options, shape } = defOf(schema)
  if (type === 'object') return shape
  // A transform before the schema, as in `z.preprocess`, accepts anything.
  if (type === 'pipe') return (before && shapeOf(before)) ?? (after && shapeOf(after))
  if (innerType) return shapeOf(innerType)
  const shapes = (options ?? []).map(shapeOf).filter((found) => found !== undefined)
  return shapes.length > 0 ? Object.assign({}, ...shapes) : undefined
}

function elementOf(schema: z.ZodType): z.ZodType | undefined {
  const { type, in: before, out: after, innerType, element } = defOf(schema)
  if (type === 'array') return element
  if (type === 'pipe') return (before && elementOf(before)) ?? (after && elementOf(after))
  return innerType && elementOf(innerType)
}

/**
 * Returns the paths of the fields in `value` that the schema doesn't declare: 'colour' or
 * 'items.0.colour'. Fields in `ignored` may be at the top, too.
 */
export function unknownFields(
  schema: z.ZodType,
  value: unknown,
  ignored: readonly string[] = [],
): string[] {
  if (Array.isArray(value)) {
    const element = elementOf(schema)
    return element
      ? value.flatMap((item, at) => unknownFields(element, item).map((name) => `${at}.${name}`))
      : []
  }
  const shape = isObject(value) ? shapeOf(schema) : undefined
  if (!shape || !isObject(value)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known) return unknownFields(known, field).map((inside) => `${name}.${inside}`)
    return ignored.includes(name) ? [] : [name]
  })
}
