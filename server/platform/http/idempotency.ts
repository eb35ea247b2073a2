// Idempotency keys: the same POST sent again, after a lost answer or a double click, makes nothing twice.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Upload } from './request-body.ts'

/** A key counts for so many hours. */
const keyHours = 24
const oldestKey = (now: Date) => new Date(now.getTime() - keyHours * 3_600_000)

/** A person's request under a key; `route` is the method and the path as the contract writes it. */
export type KeyedRequest = {
  personId: string
  route: string
  keyHash: Buffer
  requestHash: Buffer
}

/** The key of a request: its Idempotency-Key header, or the field of that name. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  input: Record<string, unknown>,
): string | undefined {
  const key = request.headers['idempotency-key'] || input.idempotencyKey
  return typeof key === 'string' ? key : undefined
}

/** Two requests are the same when all their fields and the bytes of all their files are. */
export function keyedRequest(
  personId: string,
  { method, path }: Endpoint,
  key: string,
  { idempotencyKey: _, ...input }: Record<string, unknown>,
  files: readonly Upload[],
): KeyedRequest {
  const requestHash = createHash('sha256').update(JSON.stringify(input))
  for (const { field, bytes } of files)
    requestHash.update(`\n${field} ${bytes.length}\n`).update(bytes)
  const keyHash = createHash('sha256').update(key).digest()
  return { personId, route: `${method} ${path}`, keyHash, requestHash: requestHash.digest() }
}

/** Thrown inside a transaction whose key another request has used meanwhile. */
class KeyTaken extends Error {}

/** Takes the key: the same request sent at the same moment waits here until this one is through. */
async function takeKey(db: Db, request: KeyedRequest, now: Date): Promise<void> {
  const { personId, route, keyHash, requestHash } = request
  const fresh = { request_hash: requestHash, made_id: null, created_at: now }
  const taken = await db
    .insertInto('idempotency_keys')
    .values({ person_id: personId, route, key_hash: keyHash, ...fresh })
    .onConflict((known) =>
      known
        .columns(['person_id', 'route', 'key_hash'])
        .doUpdateSet(fresh)
        .where('idempotency_keys.created_at', '<=', oldestKey(now)),
    )
    .returning('route')
    .executeTakeFirst()
  if (!taken) throw new KeyTaken()
}

/** Keeps what was made under the key, in the transaction that made it. */
async function keepMade(db: Db, request: KeyedRequest, id: string): Promise<void> {
  const { personId, route, keyHash } = request
  await db
    .updateTable('idempotency_keys')
    .set({ made_id: id })
    .where('person_id', '=', personId)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .execute()
}

/** The work of a transaction that makes something, with the key taken before and kept after it. */
export const recordingKey =
  <T>(request: KeyedRequest, work: (db: Transaction<Tables>) => Promise<T>, now: Date) =>
  async (db: Transaction<Tables>): Promise<T> => {
    await takeKey(db, request, now)
    const made = await work(db)
    await keepMade(db, request, (made as { id: string }).id)
    return made
  }

/** The id of what this request made before. Throws key_reused where it was another request. */
async function findMade(db: Db, request: KeyedRequest, now: Date): Promise<string | undefined> {
  const { personId, route, keyHash, requestHash } = request
  const known = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made_id'])
    .where('person_id', '=', personId)
    .where('route', '=', route)
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', oldestKey(now))
    .executeTakeFirst()
  if (known && !requestHash.equals(known.request_hash)) throw new AppError('key_reused')
  return known?.made_id ?? undefined
}

/** Runs `make`, unless this request was carried out before; gives the id of what was made. */
export async function createOnce(
  db: Kysely<Tables>,
  request: KeyedRequest | undefined,
  now: Date,
  make: () => Promise<string>,
): Promise<string> {
  if (!request) return make()
  const made = await findMade(db, request, now)
  if (made !== undefined) return made
  try {
    return await make()
  } catch (error) {
    const other = error instanceof KeyTaken ? await findMade(db, request, now) : undefined
    if (other === undefined) throw error
    return other
  }
}

/** Forgets the keys of a person who leaves. */
export async function deleteIdempotencyKeysOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('person_id', '=', personId).execute()
}

/** Sweeps the keys that no longer count. */
export async function deleteExpiredKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', oldestKey(now)).execute()
}
