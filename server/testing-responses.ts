// Checks every response in server tests that use `testApp` or `otherApp`: the endpoint must declare
// all fields, and private fields may occur only for the endpoints and roles in this table.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Endpoint, Role } from '#contract/common/endpoint.ts'
import { ErrorBody } from '#contract/common/error-catalog.ts'
import { hashToken, readTokens } from '#server/platform/http/viewer.ts'
import type { App } from './app.ts'
import { endpointName, endpoints } from './testing-endpoints.ts'

const deals = '/(orders|deals|offers|chats|exchanges|meetings)\\b'
const ofDeals = new RegExp(`${deals}|^GET /account/export$|^GET /addresses$|/admin/`)

type Readers = { endpoints: RegExp; roles?: readonly Role[] }
const privateFields: Record<string, Readers> = {
  ...Object.fromEntries(
    ['password', 'passwordHash', 'password_hash', 'hash', 'tokenHash', 'token_hash', 'session']
      .concat(['personId', 'person_id', 'location', 'point', 'x', 'y', 'p256dh', 'auth', 'secret'])
      .map((field) => [field, { endpoints: /^$/ }]),
  ),
  token: {
    endpoints:
      /^POST \/(admin|buyer|seller)\/login$|^POST \/auth\/switch-role$|^POST \/account\/api-tokens$/,
  },
  address: { endpoints: /^(GET|PUT) \/(buyer|seller)\/profile$|^GET \/account\/export$/ },
  shopAddress: { endpoints: /^(GET|PUT) \/seller\/profile$|^GET \/account\/export$/ },
  upiId: { endpoints: /^(GET|PUT) \/seller\/profile$|^GET \/account\/export$/ },
  phone: { endpoints: /\/profile$|^GET \/account\/export$|\/admin\// },
  email: { endpoints: new RegExp(`${ofDeals.source}|/profile$|/notices/|/contact$|/seller/`) },
  deliveryAddress: { endpoints: ofDeals },
  phoneNumber: { endpoints: ofDeals },
  trackingNumber: { endpoints: ofDeals },
  reporter: { endpoints: /\/admin\//, roles: ['admin'] },
  complaintsAgainst: { endpoints: /\/admin\//, roles: ['admin'] },
  // The buyer sees the code, and the seller types it in. In exchanges, either account of a person
  // can see it.
  code: { endpoints: new RegExp(`${deals}|^GET /account/export$`), roles: ['buyer', 'seller'] },
}
const isSellersCode = (name: string, role: Role | undefined): boolean =>
  role === 'seller' && !/\/exchanges/.test(name)

type Json = { [name: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function undeclaredIn(schema: Json, value: unknown, root: Json, at = ''): string[] {
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (options) {
    const found = options.map((option) => undeclaredIn(option, value, root, at))
    return found.sort((a, b) => a.length - b.length)[0] ?? []
  }
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref
      .split('/')
      .slice(1)
      .reduce((part: unknown, key) => (part as Json)[key], root)
    return undeclaredIn(target as Json, value, root, at)
  }
  if (Array.isArray(value))
    return value.flatMap((item) =>
      undeclaredIn((schema.items ?? {}) as Json, item, root, `${at}[]`),
    )
  if (!isObject(value)) return []
  const { properties = {}, additionalProperties: rest } = schema as { [name: string]: Json }
  return Object.entries(value).flatMap(([name, field]) => {
    const part = properties[name] ?? (isObject(rest) ? rest : undefined)
    return part ? undeclaredIn(part as Json, field, root, `${at}.${name}`) : [`${at}.${name}`]
  })
}

function fieldsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) fieldsIn(item, found)
  else if (isObject(value))
    for (const [name, field] of Object.entries(value)) {
      if (field !== null) found.add(name)
      fieldsIn(field, found)
    }
  return found
}

const schemas = new Map<Endpoint, Json>()
function schemaOf(endpoint: Endpoint): Json {
  const known = schemas.get(endpoint)
  if (known) return known
  const options = { io: 'output', unrepresentable: 'any' } as const
  const schema = z.toJSONSchema(endpoint.response, options) as Json
  schemas.set(endpoint, schema)
  return schema
}

const byRoute = new Map(
  endpoints.map((endpoint) => [
    `${endpoint.method} /api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    endpoint,
  ]),
)

const faults: string[] = []
let checked = 0
export const countChecked = (): number => checked
/** Fails if a response was faulty since this was last called. Runs after each test. */
export function expectCheckedAnswers(): void {
  expect(
    [...new Set(faults.splice(0))],
    'answers with fields that their reader may not see',
  ).toEqual([])
}

/** Returns what is wrong with a successful response to a reader with this role. */
export function faultsOf(endpoint: Endpoint, body: unknown, role: Role | undefined): string[] {
  const name = endpointName(endpoint)
  const schema = schemaOf(endpoint)
  const undeclared = undeclaredIn(schema, body, schema).map(
    (field) => `${name}: ${field} undeclared`,
  )
  const misread = [...fieldsIn(body)].filter((field) => {
    const readers = Object.hasOwn(privateFields, field) ? privateFields[field] : undefined
    if (!readers) return false
    if (!readers.endpoints.test(name)) return true
    if (readers.roles && role && !readers.roles.includes(role)) return true
    return field === 'code' && isSellersCode(name, role)
  })
  return [...undeclared, ...misread.map((field) => `${name}: ${field} for ${role ?? 'somebody'}`)]
}

async function check(
  { context }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const endpoint = byRoute.get(`${request.method} ${request.routeOptions.url}`)
  // A cached body is a buffer. It is compressed only if the request accepts an encoding.
  const isPlain = Buffer.isBuffer(payload) && !reply.hasHeader('content-encoding')
  const json = isPlain ? payload.toString() : payload
  if (!endpoint || typeof json !== 'string' || json === '') return
  const body: unknown = JSON.parse(json)
  checked++
  if (reply.statusCode >= 400) {
    if (!ErrorBody.strict().safeParse(body).success)
      faults.push(`${endpointName(endpoint)}: an error with other fields: ${json}`)
    return
  }
  const [token] = readTokens(request.headers)
  const asksForRole = [...fieldsIn(body)].some((field) => privateFields[field]?.roles)
  const viewer = token && asksForRole ? await context.findViewer(hashToken(token)) : undefined
  faults.push(...faultsOf(endpoint, body, viewer?.role))
}

/** Checks all of the app's responses. Call this before the app is ready. */
export function checkAnswers(made: App): App {
  made.app.addHook('onSend', async (request, reply, payload) => {
    await check(made, request, reply, payload)
    return payload
  })
  return made
}
