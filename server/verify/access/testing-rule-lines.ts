// How a line of the table of access is read.
/** `[401, 'signed_out']`; without a code the call succeeds. */
export type Expected = readonly [status: number, code: string | undefined]

export type RuledThing = { kind: string; isOwn: boolean; refused: Expected }

export type Rule = {
  /** `PUT /orders/{orderId}/cancel`. */
  endpoint: string
  /** With the `#name` that tells several lines of an endpoint apart. */
  name: string
  /** Empty for anyone. */
  roles: readonly string[]
  /** Those that may have other people's things, too. */
  unrestricted: readonly string[]
  thing?: RuledThing
  /** Without a role: everybody who is let in otherwise. */
  but?: { role: string | undefined; refused: Expected }
}

const column =
  /^(\w+) +(\S+)( #\w+)? +(anyone|[a-z]+\*?(?:, [a-z]+\*?)*)(?: +(own|any) (\S+) +(\d+)(?: (\w+))?)?(?: +but (?:(buyer|seller) )?(\d+) (\w+))?$/

/** Throws where a line isn't a rule. */
export function readRule(line: string): Rule {
  const columns = column.exec(line)
  if (!columns) throw new Error(`not a rule: ${line}`)
  const [, method, path, label = '', who = '', whose, kind, status, code, ...but] = columns
  const roles = who === 'anyone' ? [] : who.split(', ')
  const refused: Expected = [Number(status), code]
  const thing = kind === undefined ? undefined : { kind, isOwn: whose === 'own', refused }
  return {
    endpoint: `${method} ${path}`,
    name: `${method} ${path}${label}`,
    roles: roles.map((role) => role.replace('*', '')),
    unrestricted: roles.filter((role) => role.endsWith('*')).map((role) => role.slice(0, -1)),
    ...(thing && { thing }),
    ...(but[2] && { but: { role: but[0], refused: [Number(but[1]), but[2]] as const } }),
  }
}
