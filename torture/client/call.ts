// Calls as the app makes them: with a key where something is made, and again until there is an
// answer, because nobody knows whether one that got lost was carried out.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallResult,
  type Endpoint,
  type EndpointInput,
  endpointUrl,
} from '#contract/common/endpoint.ts'

export type Answer<Body = unknown> = {
  status: number
  headers: http.IncomingHttpHeaders
  body: Body
  /** Of a refusal. */
  code: string | undefined
}
type BodyOf<E extends Endpoint> = CallResult<E> extends { rows: infer Rows } ? Rows : CallResult<E>

export type Caller = { token: string }

/** What happened to the calls of one case. */
export type CallCounts = { calls: number; repeated: number; unavailable: number; faults: string[] }
export const newCounts = (): CallCounts => ({ calls: 0, repeated: 0, unavailable: 0, faults: [] })

export type CallOptions = {
  /** Asked for each attempt: people move to another server when theirs is gone. */
  port: () => number
  key?: string
  counts?: CallCounts
  timeoutMs?: number
  giveUpMs?: number
}

const defaultTimeoutMs = 15_000
const defaultGiveUpMs = 180_000
const pauseMs = 100

/** Sends once, over a connection of its own; rejects without a whole answer. */
export function send<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  caller: Caller | undefined,
  { port, key, timeoutMs = defaultTimeoutMs }: CallOptions,
): Promise<Answer<BodyOf<E>>> {
  const { path, rest } = endpointUrl(endpoint, input)
  const isForm = endpoint.files !== undefined && endpoint.method !== 'GET'
  return (isForm ? formOf(rest) : Promise.resolve(jsonOf(endpoint, rest))).then((body) =>
    request({
      port: port(),
      path: `/api${path}`,
      method: endpoint.method,
      timeoutMs,
      body: body?.bytes,
      headers: {
        ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }),
        ...(caller && { authorization: `Bearer ${caller.token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    }),
  ) as Promise<Answer<BodyOf<E>>>
}

const jsonOf = (endpoint: Endpoint, rest: object) =>
  endpoint.method === 'GET'
    ? undefined
    : { type: 'application/json', bytes: Buffer.from(JSON.stringify(rest)) }

async function formOf(rest: Record<string, unknown>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(rest))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) form.append(name, item instanceof Blob ? item : String(item))
  const response = new Response(form)
  const type = response.headers.get('content-type') ?? ''
  return { type, bytes: Buffer.from(await response.arrayBuffer()) }
}

type Request = {
  port: number
  path: string
  method?: string
  headers?: http.OutgoingHttpHeaders
  body?: Buffer | undefined
  timeoutMs?: number
}

/** Any request; the body is parsed where it is JSON. */
export function request({ body, timeoutMs = defaultTimeoutMs, ...options }: Request) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = http.request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('close', () => {
      if (!response.complete) return reject(new Error('The answer broke off.'))
      const text = Buffer.concat(chunks).toString()
      const isJson = response.headers['content-type']?.includes('json') === true
      const parsed = (isJson ? JSON.parse(text) : text) as { code?: string }
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: parsed, code: status < 400 ? undefined : parsed.code })
    })
  })
  const timer = setTimeout(() => sent.destroy(new Error('No answer in time.')), timeoutMs)
  sent.on('error', reject)
  sent.end(body)
  return promise.finally(() => clearTimeout(timer))
}

/** Sends until there is an answer that stays. Throws where none comes for a long time. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  caller: Caller,
  options: CallOptions,
): Promise<Answer<BodyOf<E>>> {
  const { counts = newCounts(), giveUpMs = defaultGiveUpMs } = options
  const key = options.key ?? (endpoint.creates ? randomUUID() : undefined)
  const end = performance.now() + giveUpMs
  counts.calls++
  for (let attempt = 1; ; attempt++) {
    if (attempt === 2) counts.repeated++
    const answer = await send(endpoint, input, caller, { ...options, ...(key && { key }) }).catch(
      () => undefined,
    )
    if (answer?.status === 503) {
      counts.unavailable++
      if (answer.headers['retry-after'] === undefined || answer.code === undefined)
        counts.faults.push(`${endpoint.path}: 503 without Retry-After or sentence`)
    }
    if (answer?.status === 500) counts.faults.push(`${endpoint.path}: 500`)
    if (answer && answer.status !== 503 && answer.status !== 500) return answer
    if (performance.now() > end)
      throw new Error(`${endpoint.path} got no answer: ${answer?.status ?? 'nothing'}`)
    await sleep(pauseMs)
  }
}
