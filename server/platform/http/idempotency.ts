// Idempotency keys: a POST that is repeated after a lost response or a double click doesn't create
// anything twice.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Upload } from '#server/platform/http/requests/uploaded-files.ts'

const keyHours = 24
const expiry = (now: Date) => new Date(now.getTime() - keyHours * 3_600_000)

export type KeyedRequest = {
  /** The primary key of the table. */
  key: { account_id: string; route: string; key_hash: Buffer }
  requestHash: Buffer
}

export function idempotencyKeyOf(
  request: FastifyRequest,
  input: Record<string, unknown>,
): string | undefined {
  const key = request.headers['idempotency-key'] || input.idempotencyKey
  return typeof key === 'string' ? key : undefined
}

/**
 * Identifies a request by its key and content. The content is the same if all fields and the bytes
 * of all files are equal.
 */
export function keyedRequest(
  accountId: string,
  { method, path }: Endpoint,
  key: string,
  { idempotencyKey: _, ...input }: Record<string, unknown>,
  files: readonly Upload[],
): KeyedRequest {
  const requestHash = createHash('sha256').update(JSON.stringify(input))
  for (const { field, size, sha256 } of files)
    requestHash.update(`\n${field} ${size}\n`).update(sha256)
  const key_hash = createHash('sha256').update(key).digest()
  return {
    key: { account_id: accountId, route: `${method} ${path}`, key_hash },
    requestHash: requestHash.digest(),
  }
}

class KeyConflict extends Error {}

/**
 * Inserts the key. A concurrent request with the same key waits here until the first request
 * commits.
 */
async function insertKey(db: Db, { key, requestHash }: KeyedRequest, now: Date): Promise<void> {
  const values = { request_hash: requestHash, created_id: null, created_at: now }
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'route', 'key_hash'])
        .doUpdateSet(values)
        .where('idempotency_keys.created_at', '<=', expiry(now)),
    )
    .returning('route')
    .executeTakeFirst()
  if (!inserted) throw new KeyConflict()
}

export const recordingKey =
  <T>(request: KeyedRequest, work: (db: Transaction<Tables>) => Promise<T>, now: Date) =>
  async (db: Transaction<Tables>): Promise<T> => {
    await insertKey(db, request, now)
    const created = await work(db)
    await db
      .updateTable('idempotency_keys')
      .set({ created_id: (created as { id: string }).id })
      .where((where) => where.and(request.key))
      .execute()
    return created
  }

/**
 * Returns the id that this request has already created, if it has. Throws key_reused if the key
 * came with a different request.
 */
async function findCreatedId(
  db: Db,
  { key, requestHash }: KeyedRequest,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'created_id'])
    .where((where) => where.and(key))
    .where('created_at', '>', expiry(now))
    .executeTakeFirst()
  if (row && !requestHash.equals(row.request_hash)) throw new AppError('key_reused')
  return row?.created_id ?? undefined
}

/** Runs `create`, unless this request has already run. Returns the id of the created object. */
export async function createOnce(
  db: Kysely<Tables>,
  request: KeyedRequest | undefined,
  now: Date,
  create: () => Promise<string>,
): Promise<string> {
  if (!request) return create()
  const existingId = await findCreatedId(db, request, now)
  if (existingId !== undefined) return existingId
  try {
    return await create()
  } catch (error) {
    const id = error instanceof KeyConflict ? await findCreatedId(db, request, now) : undefined
    if (id === undefined) throw error
    return id
  }
}

export async function deleteIdempotencyKeysOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', expiry(now)).execute()
}
