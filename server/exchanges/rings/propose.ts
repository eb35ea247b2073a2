import { sql } from 'kysely'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { bookFacts } from '#server/books/facts.ts'
import type { Ring, RingLeg } from '#server/exchanges/matching/match.ts'
import { insertExchange, insertExchangeParts } from '#server/exchanges/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { findChangedRings } from './changes.ts'
import { answerMs, meetKm } from './policy.ts'
import { isProposed, notifyMembers } from './store.ts'
import { proposedText } from './texts.ts'

/** In person where it is near and the giver does that, else by post. */
function handOverOf({ km }: RingLeg, handOvers: readonly string[] | null): HandOver {
  if (handOvers?.length === 1) return handOvers[0] as HandOver
  return km !== undefined && km <= meetKm ? 'meet' : 'post'
}

async function isSomebodyBusy(db: Db, people: readonly string[]): Promise<boolean> {
  const busy = await db
    .selectFrom('exchange_members')
    .innerJoin('exchanges', 'exchanges.id', 'exchange_id')
    .select('number')
    .where('person_id', 'in', people)
    .where(isProposed)
    .executeTakeFirst()
  return busy !== undefined
}

/**
 * Proposes a ring to its people, in the caller's transaction; undefined where one of them is in
 * another one meanwhile, or something has changed since the market was read. It holds nothing.
 */
export async function proposeRing(
  db: Db,
  { legs, balances, transfers }: Ring,
  now: Date,
): Promise<string | undefined> {
  // All proposals of all processes, one after the other: nobody gets two.
  await lockKey(db, 'rings')
  const people = legs.map(({ from }) => from)
  if (await isSomebodyBusy(db, people)) return undefined
  // Locked, so that none is reserved for somebody who waits for it at this moment.
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', bookFacts.as('facts')])
    .select(sql<string[] | null>`hand_overs`.as('hand_overs'))
    .where(
      'id',
      'in',
      legs.map(({ copy }) => copy),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'person_id', 'role'])
    .where('person_id', 'in', people)
    .where('deleted_at', 'is', null)
    .execute()
  const accountOf = (person: string, role: string) =>
    accounts.find((account) => account.person_id === person && account.role === role)?.id ?? null
  const numberOf = (person: string) => people.indexOf(person) + 1
  const bookOf = (leg: RingLeg | undefined) => books.find(({ id }) => id === leg?.copy)
  const exchangeId = newId(now.getTime())
  await insertExchange(db, {
    id: exchangeId,
    kind: 'ring',
    created_at: now,
    expires_at: new Date(now.getTime() + answerMs),
  })
  await insertExchangeParts(db, exchangeId, {
    members: balances.map(({ person, paise }) => ({
      personId: person,
      buyerId: accountOf(person, 'buyer'),
      sellerId: accountOf(person, 'seller'),
      pays: paise,
    })),
    legs: legs.map((leg) => ({
      giver: numberOf(leg.from),
      receiver: numberOf(leg.to),
      bookId: leg.copy,
      value: leg.valuePaise,
      wantId: leg.want,
      handOver: handOverOf(leg, bookOf(leg)?.hand_overs ?? null),
      km: leg.km,
      bookFacts: bookOf(leg)?.facts ?? '',
    })),
    payments: transfers.map(({ from, to, paise }) => ({
      payer: numberOf(from),
      payee: numberOf(to),
      amount: paise,
    })),
  })
  if ((await findChangedRings(db, exchangeId)).size > 0) throw new RingChanged()
  const titleOf = (leg: RingLeg | undefined) => bookOf(leg)?.title ?? ''
  await notifyMembers(
    db,
    exchangeId,
    balances.map(({ person }) => ({ person_id: person })),
    (index) =>
      proposedText({
        gives: titleOf(legs[index]),
        gets: titleOf(legs.at(index - 1)),
        people: legs.length,
        pays: balances[index]?.paise ?? 0,
      }),
    now,
  )
  return exchangeId
}

/** The market has changed since the ring was found: nothing of it is kept. */
export class RingChanged extends Error {}
