// Replaces zod in the build of the web app (vite.config.ts), because zod is a fifth of a public
// page's script. Records the structure of each schema of the contract, which is enough to read
// responses, and the calls that created it. The first form loads zod and creates the real schemas
// (web/forms/real-schema.ts).
type Shape = Record<string, DeferredSchema>
type Structure = {
  type: string
  shape?: Shape
  element?: DeferredSchema
  innerType?: DeferredSchema
  valueType?: DeferredSchema
  entries?: Record<string, string>
  discriminator?: string
  options?: readonly DeferredSchema[]
  values?: readonly string[]
}
/**
 * The methods of zod or of a schema, by name. The types are loose, because the contract's calls are
 * type-checked against zod's real types.
 */
type Methods = Record<string, (...args: unknown[]) => Methods>

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
const pickFields = (shape: Shape, names: readonly string[]): Shape =>
  Object.fromEntries(names.flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])))

export class DeferredSchema {
  readonly _zod: { def: Structure }
  readonly #make: (zod: Methods) => Methods
  #made: Methods | undefined

  constructor(def: Structure, make: (zod: Methods) => Methods) {
    this._zod = { def }
    this.#make = make
  }

  make(zod: Methods): Methods {
    this.#made ??= this.#make(zod)
    return this.#made
  }

  derive(def: Structure, method: string, args: unknown[] = []): DeferredSchema {
    return new DeferredSchema(def, (zod) => call(this.make(zod), method, args, zod))
  }

  get shape(): Shape {
    return this._zod.def.shape ?? {}
  }

  optional() {
    return this.derive({ type: 'optional', innerType: this }, 'optional')
  }

  nullable() {
    return this.derive({ type: 'nullable', innerType: this }, 'nullable')
  }

  extend(added: Shape) {
    return this.derive({ type: 'object', shape: { ...this.shape, ...added } }, 'extend', [added])
  }

  pick(mask: object) {
    const shape = pickFields(this.shape, Object.keys(mask))
    return this.derive({ type: 'object', shape }, 'pick', [mask])
  }

  omit(mask: object) {
    const shape = pickFields(
      this.shape,
      Object.keys(this.shape).filter((name) => !(name in mask)),
    )
    return this.derive({ type: 'object', shape }, 'omit', [mask])
  }

  partial() {
    const shape = mapValues(this.shape, (field) => field.optional())
    return this.derive({ type: 'object', shape }, 'partial')
  }
}

/** Methods that only add a rule. Those in `conversions` may also change the value's type. */
const rules = ['int', 'max', 'min', 'overwrite', 'refine', 'regex', 'superRefine', 'trim']
const conversions = { default: 'default', pipe: 'pipe', transform: 'pipe' }
const addMethod = (name: string, type?: string) =>
  Object.defineProperty(DeferredSchema.prototype, name, {
    value(this: DeferredSchema, ...args: unknown[]) {
      return this.derive(type === undefined ? this._zod.def : { type }, name, args)
    },
  })
for (const name of rules) addMethod(name)
for (const [name, type] of Object.entries(conversions)) addMethod(name, type)

function call(target: Methods, method: string, args: unknown[], zod: Methods): Methods {
  const toReal = (value: unknown): unknown =>
    value instanceof DeferredSchema
      ? value.make(zod)
      : Array.isArray(value)
        ? value.map(toReal)
        : Object.values(value ?? {}).some((field) => field instanceof DeferredSchema)
          ? mapValues(value as Record<string, unknown>, toReal)
          : value
  return (target[method] as Methods[string]).apply(target, args.map(toReal))
}

const creator =
  (name: string, getDef: (...args: never[]) => Structure) =>
  (...args: never[]) =>
    new DeferredSchema(getDef(...args), (zod) => {
      const [last = '', group] = name.split('.').reverse()
      return call(group === undefined ? zod : (zod[group] as never), last, args, zod)
    })
const simple = (name: string, type: string) => creator(name, () => ({ type }))

export type DeferredZod = typeof z
export const z = {
  object: creator('object', (shape: Shape) => ({ type: 'object', shape })),
  array: creator('array', (element: DeferredSchema) => ({ type: 'array', element })),
  record: creator('record', (_: unknown, valueType: DeferredSchema) => ({
    type: 'record',
    valueType,
  })),
  enum: creator('enum', (values: readonly string[]) => ({
    type: 'enum',
    entries: Object.fromEntries(values.map((value) => [value, value])),
  })),
  discriminatedUnion: creator(
    'discriminatedUnion',
    (discriminator: string, options: readonly DeferredSchema[]) => ({
      type: 'union',
      discriminator,
      options,
    }),
  ),
  literal: creator('literal', (value: string) => ({ type: 'literal', values: [value] })),
  string: simple('string', 'string'),
  uuid: simple('uuid', 'string'),
  email: simple('email', 'string'),
  iso: { date: simple('iso.date', 'string'), datetime: simple('iso.datetime', 'string') },
  number: simple('number', 'number'),
  boolean: simple('boolean', 'boolean'),
  custom: simple('custom', 'custom'),
  preprocess: simple('preprocess', 'pipe'),
}
