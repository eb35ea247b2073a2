// Sellers on holiday. Their shelf stays readable, but nothing new can be agreed.
import { type SqlBool, sql } from 'kysely'
import { backOnText } from '#contract/accounts/holiday.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whether a seller is on holiday. `seller` is the table or alias of the account. */
export const isAway = (seller = 'accounts') =>
  sql<SqlBool>`coalesce(${sql.ref(`${seller}.holiday_until`)}
    > (now() at time zone 'Asia/Kolkata')::date, false)`

/** The day on which a seller is back from a holiday. */
export const backOn = (seller = 'accounts') =>
  sql<string | null>`case when ${isAway(seller)} then ${sql.ref(`${seller}.holiday_until`)} end`

/** Throws seller_away if the seller is on holiday. */
export async function rejectAway(db: Db, sellerId: string, side: Side): Promise<void> {
  const seller = await db
    .selectFrom('accounts')
    .select(backOn().as('back_on'))
    .where('id', '=', sellerId)
    .where(isAway())
    .executeTakeFirst()
  if (!seller?.back_on) return
  const until = backOnText(seller.back_on)
  throw new AppError('seller_away', {
    message:
      side === 'buyer'
        ? `The seller is on holiday. ${until}.`
        : `You are on holiday. ${until}. To end it, go to your profile.`,
  })
}
