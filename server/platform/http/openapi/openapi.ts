// The OpenAPI 3.1 document of the mounted endpoints: https://spec.openapis.org/oas/v3.1.1
import { z } from 'zod'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { ErrorBody } from '#contract/common/error-catalog.ts'

type Json = Record<string, unknown>
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] }

/** Schemas of responses, by name, each with a description. */
export type NamedSchemas = Readonly<Record<string, readonly [z.ZodType, description: string]>>

const schemasPath = '#/components/schemas/'

/** Converts a schema. Those in `named` become references to `definitions`. */
function convert(schema: z.ZodType, io: 'input' | 'output', named = z.registry<object>()) {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: named,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      delete jsonSchema.additionalProperties
    },
  })
  const {
    $schema: _,
    $defs: definitions = {},
    ...converted
  } = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${schemasPath}`))
  return { converted: converted as ObjectSchema, definitions: definitions as Json }
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `${schemasPath}Failure` } } },
})

function requestBodyOf(endpoint: Endpoint, input: ObjectSchema, inPath: Set<string>) {
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.has(name))
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const { fields = [], maxCount = 1 } = endpoint.files ?? {}
  const files = fields.map((name): [string, Json] => [
    name,
    maxCount > 1 ? { type: 'array', items: file } : file,
  ])
  if (properties.length + files.length === 0) return undefined
  const required = input.required?.filter((name) => !inPath.has(name))
  const mediaType = (entries: [string, Json][]) => ({
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries),
      ...(required?.length && { required }),
    },
  })
  const form = endpoint.files && { 'multipart/form-data': mediaType([...properties, ...files]) }
  return { content: { ...form, 'application/json': mediaType(properties) } }
}

const optionalHeader = (name: string, description: string) => {
  const schema = { type: 'string' }
  return { name, in: 'header', required: false, description, schema }
}

const idempotencyKeyHeader = optionalHeader(
  'Idempotency-Key',
  'Repeating a request with the same key within a day creates nothing: the response has what was created before. A different request with that key is rejected with 409.',
)
const ifMatchHeader = optionalHeader(
  'If-Match',
  'The ETag of the version that was edited. If it is outdated, nothing is written: the error 412 has the current version as `current` and its ETag. Without this header, the change is always made.',
)
const sentHeader = (description: string, type = 'string') => ({ description, schema: { type } })
const versionHeaders = { ETag: sentHeader('The version of the resource, for If-Match.') }
const pageHeaders = {
  Link: sentHeader('The next page, if there is one: `<…>; rel="next"` (RFC 8288).'),
  'X-Total-Count': sentHeader('The number of rows of all pages, if it is known.', 'integer'),
}

const isConditional = ({ versioned, method }: Endpoint) => versioned && method === 'PUT'

function parametersOf(endpoint: Endpoint, input: ObjectSchema, inPath: Set<string>) {
  const parameters = Object.entries(input.properties ?? {})
    .filter(([name]) => inPath.has(name) || endpoint.method === 'GET')
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (input.required?.includes(name) ?? false),
      schema,
    }))
  return [
    ...parameters,
    ...(endpoint.creates || endpoint.acceptsIdempotencyKey ? [idempotencyKeyHeader] : []),
    ...(isConditional(endpoint) ? [ifMatchHeader] : []),
  ]
}

const operationId = ({ method, path }: Endpoint) => {
  const name = path
    .replace(/[{}]/g, '')
    .replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())
  return `${method.toLowerCase()}${name}`
}

function ownerOnlyNote(ownerOnly: Endpoint['ownerOnly']): string {
  if (ownerOnly === undefined) return ''
  const what = ownerOnly === true ? 'call this' : `send ${ownerOnly.join(', ')}`
  return ` A shop’s helpers may not ${what}.`
}

function operationOf(endpoint: Endpoint, response: ObjectSchema): Json {
  const { access, ownerOnly, method, path } = endpoint
  const input = convert(endpoint.input, 'input').converted
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
  const parameters = parametersOf(endpoint, input, inPath)
  const requestBody = method === 'GET' ? undefined : requestBodyOf(endpoint, input, inPath)
  return {
    operationId: operationId(endpoint),
    tags: [path.split('/')[1] ?? ''],
    summary: endpoint.summary,
    ...(access !== 'anyone' && {
      description: `For: ${access.join(', ')}.${endpoint.apiTokens ? ' API tokens may call it, too.' : ''}${ownerOnlyNote(ownerOnly)}`,
    }),
    security: access === 'anyone' ? [] : [{ bearer: [] }, { 'auth-token': [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done.',
        ...(endpoint.paged && { headers: pageHeaders }),
        ...(endpoint.versioned && { headers: versionHeaders }),
        content: { 'application/json': { schema: response } },
      },
      ...(Object.keys(input.properties ?? {}).length > 0 && {
        400: errorResponse(
          'The input is malformed or breaks a rule; `fields` names each wrong field.',
        ),
      }),
      ...(access !== 'anyone' && {
        401: errorResponse('The token is missing or no longer valid.'),
        403: errorResponse('The caller is signed in, but not allowed to do this.'),
      }),
      ...(isConditional(endpoint) && {
        412: {
          headers: versionHeaders,
          ...errorResponse('The version of If-Match is outdated; `current` is the current one.'),
        },
      }),
      default: errorResponse(
        'Any other error: 404 not found or not visible to the caller, 409 not possible in the current state, 413 too large, 415 unsupported media type, 429 too many requests, with Retry-After.',
      ),
    },
  }
}

export type ApiDocument = { paths: Record<string, Record<string, Json>> } & Json

function generate(endpoints: readonly Endpoint[], named: NamedSchemas) {
  const registry = z.registry<{ id: string; description: string }>()
  for (const [id, [schema, description]] of Object.entries(named))
    registry.add(schema, { id, description })
  const paths: ApiDocument['paths'] = {}
  const used: Json = {}
  for (const endpoint of endpoints) {
    const { converted, definitions } = convert(endpoint.response, 'output', registry)
    const operation = operationOf(endpoint, converted)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation,
    }
    Object.assign(used, definitions)
  }
  const failure = { description: 'An error.', ...convert(ErrorBody, 'output').converted }
  const sorted = Object.fromEntries(Object.keys(named).map((name) => [name, used[name]]))
  return { paths, schemas: { Failure: failure, ...sorted } }
}

/**
 * Returns the document of these endpoints. Generates its paths and schemas at the first request,
 * because few people read them, and generating them would delay every start.
 */
export function openApi(endpoints: readonly Endpoint[], named: NamedSchemas): ApiDocument {
  let generated: ReturnType<typeof generate> | undefined
  const find = () => {
    generated ??= generate(endpoints, named)
    return generated
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Dobara API',
      version: '1',
      description:
        'Second-hand books in India. Money is in rupees with at most two decimals. Times are ISO 8601 in UTC; rent dates are calendar dates in India. Lists are arrays: without `limit` they have all rows up to a maximum; with it they have one page, and the Link header leads to the next. Every error is `{ message, code, fields? }` with a status of 400 or more. This document is also available as [openapi.json](/api/openapi.json). Sellers create API tokens for their own programs in their profile, and send them like the token of a session. The live connection is Socket.IO at /socket.io, with the handshake `auth: { token }`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    get paths() {
      return find().paths
    },
    components: {
      get schemas() {
        return find().schemas
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        'auth-token': { type: 'apiKey', in: 'header', name: 'auth-token' },
      },
    },
  }
}
