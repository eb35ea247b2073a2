// The API's description, OpenAPI 3.1, made of the endpoints that are mounted: https://spec.openapis.org/oas/v3.1.1
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'

type Json = Record<string, unknown>
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] }

/** A schema as JSON Schema; patterns are left out where a format says the same in a word. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      delete jsonSchema.additionalProperties
    },
  })
  return made as ObjectSchema
}

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

/** What a form or a body may hold: everything that the path and, for reads, the query don't. */
function bodyOf(point: Endpoint, input: ObjectSchema, inPath: Set<string>): Json | undefined {
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.has(name))
  const picture = { type: 'string', contentMediaType: 'application/octet-stream' }
  const { fields = [], maxCount = 1 } = point.files ?? {}
  const pictures = fields.map((name): [string, Json] => [
    name,
    maxCount > 1 ? { type: 'array', items: picture } : picture,
  ])
  if (properties.length + pictures.length === 0) return undefined
  const required = input.required?.filter((name) => !inPath.has(name))
  const holding = (held: [string, Json][]) => ({
    schema: {
      type: 'object',
      properties: Object.fromEntries(held),
      ...(required?.length && { required }),
    },
  })
  const form = point.files && { 'multipart/form-data': holding([...properties, ...pictures]) }
  return { content: { ...form, 'application/json': holding(properties) } }
}

/** What every call that makes something takes. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same request under the same key makes nothing twice within a day: it is answered by what was made. Another request under it is refused with 409.',
  schema: { type: 'string' },
}

function operationOf(point: Endpoint): Json {
  const input = schemaOf(point.input, 'input')
  const inPath = new Set([...point.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
  const named = Object.entries(input.properties ?? {})
    .filter(([name]) => inPath.has(name) || point.method === 'GET')
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (input.required?.includes(name) ?? false),
      schema,
    }))
  const parameters =
    point.creates || point.acceptsIdempotencyKey ? [...named, idempotencyKey] : named
  const body = point.method === 'GET' ? undefined : bodyOf(point, input, inPath)
  const page = {
    Link: {
      description: 'Where more rows are: `<…>; rel="next"` (RFC 8288).',
      schema: { type: 'string' },
    },
    'X-Total-Count': {
      description: 'The rows of all pages, where it is known.',
      schema: { type: 'integer' },
    },
  }
  const { access } = point
  return {
    operationId: `${point.method.toLowerCase()}${point.path.replace(/[{}]/g, '').replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [point.path.split('/')[1] ?? ''],
    summary: point.summary,
    ...(access !== 'anyone' && {
      description: `For: ${access.join(', ')}.`,
      security: [{ bearer: [] }, { 'auth-token': [] }],
    }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [point.status ?? 200]: {
        description: 'Done.',
        ...(point.paged && { headers: page }),
        content: { 'application/json': { schema: schemaOf(point.response, 'output') } },
      },
      ...(Object.keys(input.properties ?? {}).length > 0 && {
        400: failure('Malformed, or against a rule; `fields` names each wrong one.'),
      }),
      ...(access !== 'anyone' && {
        401: failure('No token, or one that is dead.'),
        403: failure('Signed in, but not allowed.'),
      }),
      default: failure(
        'Any other refusal: 404 not there or not yours to see, 409 against how things stand, 413, 415, 429 with Retry-After.',
      ),
    },
  }
}

export type ApiDocument = { paths: Record<string, Record<string, Json>> } & Json

/** The description of the endpoints below `/api`. */
export function openApi(points: readonly Endpoint[]): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  for (const point of points)
    paths[point.path] = { ...paths[point.path], [point.method.toLowerCase()]: operationOf(point) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Dobara API',
      version: '1',
      description:
        'Second-hand books in India. Money is in rupees with at most two decimals; times are ISO 8601 in UTC, rent dates calendar dates in India. Lists answer arrays: without `limit` all rows up to a ceiling, with it a page, and the next one in the Link header. The live connection is Socket.IO at /socket.io, handshake `auth: { token }`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Failure: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        'auth-token': { type: 'apiKey', in: 'header', name: 'auth-token' },
      },
    },
  }
}
