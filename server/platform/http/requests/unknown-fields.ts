import { z } from 'zod'

/** Finds the schemas of objects and arrays inside of optional values, unions and pipes. */
function innerSchemas(schema: unknown): (z.ZodObject | z.ZodArray<z.ZodType>)[] {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodArray)
    return [schema as z.ZodObject | z.ZodArray<z.ZodType>]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(innerSchemas)
  if (schema instanceof z.ZodPipe)
    return [schema.in, schema.out].map(innerSchemas).find(({ length }) => length > 0) ?? []
  const { innerType } = (schema as z.ZodOptional)._zod.def
  return innerType ? innerSchemas(innerType) : []
}

/** Whether a value has the literals by which a union tells its objects apart. */
const isSameKind = ({ shape }: z.ZodObject, value: object): boolean =>
  Object.entries(shape).every(
    ([name, field]) =>
      !(field instanceof z.ZodLiteral) || field.safeParse(Reflect.get(value, name)).success,
  )

/**
 * Returns the paths of the fields in `value` that the schema doesn't declare: 'colour' or
 * 'items.0.colour'. Fields in `ignored` may be at the top, too.
 */
export function unknownFields(
  schema: z.ZodType,
  value: unknown,
  ignored: readonly string[] = [],
): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = innerSchemas(schema)
  const element = inner.find((one) => one instanceof z.ZodArray)?.element
  const shapes = inner.flatMap((one) =>
    one instanceof z.ZodObject && isSameKind(one, value) ? [one.shape] : [],
  )
  if (Array.isArray(value) ? !element : shapes.length === 0) return []
  const shape: z.ZodRawShape = Object.assign(Object.create(null), ...shapes)
  return Object.entries(value).flatMap(([name, field]) => {
    const known = Array.isArray(value) ? element : shape[name]
    if (known) return unknownFields(known as z.ZodType, field).map((inside) => `${name}.${inside}`)
    return ignored.includes(name) ? [] : [name]
  })
}
