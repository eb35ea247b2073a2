import type { AccountStatus } from '#contract/accounts/auth.ts'
import type { HandOverState } from '#server/orders/hand-over/hand-over.ts'
import type { OrderState } from '#server/orders/lifecycle/status.ts'

/** All that the rules look at; price in paise. */
export type OrderDetails = OrderState & {
  id: string
  book_title: string
  price: number
  rent_days: number | null
  rent_start: string | null
  offer_id: string | null
  buyer_status: AccountStatus
  seller_status: AccountStatus
  seller_deleted_at: Date | null
  is_blocked: boolean
  /** The buyer has an open problem saying that it never came. */
  is_said_missing: boolean
  shipped_at: Date | null
  handed_back_at: Date | null
  /** When another buyer last wrote about the book while its last copy was out on this rent. */
  asked_at: Date | null
  /** Of a cancelled order of an exchange: whether another of it isn't. */
  exchange_goes_on: boolean
} & HandOverState
