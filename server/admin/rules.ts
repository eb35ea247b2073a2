import type { AccountStatus } from '#contract/auth.ts'

/** Where a toggle leads: to the status that was asked for, else to the other one. */
export const toggledStatus = (
  present: AccountStatus,
  wanted: AccountStatus | undefined,
): AccountStatus => wanted ?? (present === 'active' ? 'blocked' : 'active')

const because = (reason: string | undefined) => (reason === undefined ? '' : ` Reason: ${reason}`)

/** What the chats about a book are told when an admin takes it off the market. */
export const removalText = (reason: string | undefined): string =>
  `An admin took this book off the market.${because(reason)}`

/** What its seller reads at the bell. */
export const removalNotice = (title: string, reason: string | undefined): string =>
  `An admin took '${title}' off the market.${because(reason)}`

/** What the author of a removed review reads at the bell. */
export const reviewNotice = (title: string, reason: string): string =>
  `An admin removed your rating of '${title}'.${because(reason)}`
