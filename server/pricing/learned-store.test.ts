import { expect, test } from 'vitest'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { testApp } from '#server/testing.ts'
import { grown, newTitle, offer, sell } from '#server/testing-titles.ts'
import { learnDailyLevels } from './learned-store.ts'
import { assumedLevel, suggestPrice } from './rules.ts'
import { assumedVariances } from './titles/estimate.ts'

/** What the market learns today, after a day before on which poor copies had that factor. */
async function learnToday(poor_factor = 1) {
  const { db, now } = (await testApp()).context
  const today = indianDate(now())
  await db.deleteFrom('market_learning').execute()
  await db
    .insertInto('market_learning')
    .values({
      day: addDays(today, -1),
      poor_factor,
      poor_sales: 0,
      between_titles: assumedVariances.between,
      sale_variance: assumedVariances.sale,
      asking_variance: assumedVariances.asking,
      titles: 0,
    })
    .execute()
  await learnDailyLevels(db, now())
  return db
    .selectFrom('market_learning')
    .selectAll()
    .where('day', '=', today)
    .executeTakeFirstOrThrow()
}

test('how asking prices differ is learned from offers that somebody named, on the market, of active accounts that aren’t new', async () => {
  const { context } = await testApp()
  const before = await learnToday()
  const pair = async (more: Parameters<typeof offer>[2], days = 900) => {
    const title = newTitle()
    const sellers = [await grown('seller', days), await grown('seller', days)]
    for (const [n, seller] of sellers.entries()) await offer(title, n ? 450 : 40, more, seller)
    return sellers
  }
  await pair({ custom_price: null })
  const taken = newTitle()
  for (const rupees of [40, 450]) await offer(taken, rupees, { predicted_price: rupees * 100 })
  await pair({ hidden_at: context.now(), hidden_reason: 'Not a book.' })
  await pair({ deleted_at: context.now() })
  await pair({ book_type: 'new' })
  await pair({}, 6)
  for (const { id } of await pair({})) await updateAccount(context.db, id, { status: 'blocked' })
  expect((await learnToday()).asking_variance).toBe(before.asking_variance)
  await pair({})
  expect((await learnToday()).asking_variance).toBeGreaterThan(before.asking_variance)
})

test('poor copies at what the market asks for them don’t make titles differ', async () => {
  const copy = { condition: 'poor', publicationYear: 2016, originalPrice: 50_000 } as const
  const { context } = await testApp()
  const year = Number(indianDate(context.now()).slice(0, 4))
  const half = suggestPrice(copy, year, { ...assumedLevel, poor: 0.5 }) / 100
  for (let n = 0; n < 8; n++) await sell(newTitle(), half, { condition: 'poor' })
  const learned = await learnToday(0.5)
  expect(learned.titles).toBe(8)
  expect(learned.between_titles).toBeLessThan(assumedVariances.between)
  // Against a factor that isn't theirs they would.
  expect((await learnToday(1)).between_titles).toBeGreaterThan(assumedVariances.between)
})
