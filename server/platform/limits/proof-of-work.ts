// A proof of work: what a browser computes in a second or two, and the server checks at once. Each
// proof counts once, in all processes.
import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Solution } from 'altcha-lib/types'
import { z } from 'zod'
import type { Db } from '#server/platform/database/database.ts'

/** The counter to find is between `counters`; each try derives a key in `cost` rounds. */
export type Difficulty = { cost: number; counters: readonly [number, number]; minutes: number }

export type Proof = { nonce: string; expiresAt: Date }

const Payload = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({ nonce: z.string(), expiresAt: z.number(), data: z.unknown() }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
})

async function findSecrets(db: Db) {
  const { proof_key } = await db
    .selectFrom('installation')
    .select('proof_key')
    .executeTakeFirstOrThrow()
  const secret = Buffer.from(proof_key).toString('hex')
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
}

/** A challenge for `purpose` as JSON, signed, so that nothing has to be stored until it is used. */
export async function createProofChallenge(
  db: Db,
  purpose: string,
  { cost, counters, minutes }: Difficulty,
  now: Date,
): Promise<string> {
  const challenge = await createChallenge({
    ...(await findSecrets(db)),
    algorithm: 'PBKDF2/SHA-256',
    deriveKey,
    cost,
    counter: randomInt(counters[0], counters[1] + 1),
    data: { purpose },
    expiresAt: new Date(now.getTime() + minutes * 60_000),
  })
  return JSON.stringify(challenge)
}

function parsePayload(proof: string) {
  try {
    return Payload.safeParse(JSON.parse(proof)).data
  } catch {
    return undefined
  }
}

/**
 * The proof if it is right, was made for this purpose, and hasn't expired. Not in a transaction.
 */
export async function verifyProof(
  db: Db,
  purpose: string,
  proof: string,
  now: Date,
): Promise<Proof | undefined> {
  const payload = parsePayload(proof)
  if (!payload) return undefined
  const { nonce, expiresAt, data } = payload.challenge.parameters
  const { verified } = await verifySolution({
    ...(await findSecrets(db)),
    challenge: payload.challenge as unknown as Challenge,
    solution: payload.solution as unknown as Solution,
    deriveKey,
  })
  const isForPurpose = (data as { purpose?: unknown } | undefined)?.purpose === purpose
  const expiry = new Date(expiresAt * 1000)
  return verified && isForPurpose && expiry > now ? { nonce, expiresAt: expiry } : undefined
}

/** Uses a proof up; false where it was used before. */
export async function claimProof(db: Db, { nonce, expiresAt }: Proof): Promise<boolean> {
  const claimed = await db
    .insertInto('used_proofs')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function deleteExpiredProofs(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_proofs').where('expires_at', '<=', now).execute()
}
