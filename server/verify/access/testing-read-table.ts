// Reads the lines of the access table.
/** A response's status and code, such as `[401, 'signed_out']`. A success has no code. */
export type Expected = readonly [status: number, code: string | undefined]

type RuledThing = { kind: string; isOwn: boolean; refused: Expected }

export type Rule = {
  /** Method and path, such as `PUT /orders/{orderId}/cancel`. */
  endpoint: string
  /** The endpoint, followed by a `#name` if it has several lines. */
  name: string
  /** The roles that may call the endpoint; empty if everybody may. */
  roles: readonly string[]
  /** If the endpoint is only for some sellers: for owners of shops, or for their helpers. */
  only?: 'owner' | 'helper' | undefined
  /** The roles that may also use the things of other people. */
  unrestricted: readonly string[]
  thing?: RuledThing
  /** An exception. If it has no role, it is for everybody who otherwise has access. */
  but?: { role: string | undefined; refused: Expected }
}

const column =
  /^(\w+) +(\S+)( #\w+)? +(anyone|[a-z]+\*?(?:, [a-z]+\*?)*)(?: +(own|any) (\S+) +(\d+)(?: (\w+))?)?(?: +but (?:(buyer|seller) )?(\d+) (\w+))?$/

/** Throws if a line isn't a rule. */
export function readRule(line: string): Rule {
  const columns = column.exec(line)
  if (!columns) throw new Error(`This isn’t a rule: ${line}`)
  const [, method, path, label = '', who = '', whose, kind, status, code, ...but] = columns
  const names = who === 'anyone' ? [] : who.split(', ')
  const only = (['owner', 'helper'] as const).find((name) => names.includes(name))
  const roles = names.map((name) => (name === only ? 'seller' : name))
  const refused: Expected = [Number(status), code]
  const thing = kind === undefined ? undefined : { kind, isOwn: whose === 'own', refused }
  return {
    endpoint: `${method} ${path}`,
    name: `${method} ${path}${label}`,
    roles: roles.map((role) => role.replace('*', '')),
    unrestricted: roles.filter((role) => role.endsWith('*')).map((role) => role.slice(0, -1)),
    ...(only && { only }),
    ...(thing && { thing }),
    ...(but[2] && { but: { role: but[0], refused: [Number(but[1]), but[2]] as const } }),
  }
}
