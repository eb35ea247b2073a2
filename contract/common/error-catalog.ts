import { z } from 'zod'
import {
  importLimits,
  maxApiTokens,
  maxChangedBooks,
  maxHelpers,
  maxSavedReplies,
} from './limits.ts'
import { formatNumber } from './numbers.ts'
import { imageLimits, photoLimits } from './photos.ts'

export const errorCatalog = {
  malformed: [400, 'Please check the marked fields.'],
  unreadable: [400, 'The request could not be read.'],
  book_id_required: [400, 'Book ID is required'],
  too_few_images: [400, `❌ Please upload at least ${imageLimits.min} images.`],
  too_many_images: [400, `You can upload a maximum of ${imageLimits.max} images.`],
  too_many_photos: [400, 'You can add at most 4 photos.'],
  one_image: [400, 'Choose one picture.'],
  one_csv: [400, 'Choose one CSV file.'],
  csv_unreadable: [400, 'This file isn’t CSV. Save your list as CSV, then choose that file.'],
  csv_is_workbook: [400, 'This is a spreadsheet, not CSV. Save it as CSV (in Excel: “CSV UTF-8”).'],
  csv_has_errors: [400, 'Some rows have errors, so nothing was imported.'],
  image_unreadable: [400, 'This picture can’t be read. Use JPEG, PNG, WebP, AVIF or HEIC.'],
  book_fields_required: [400, '❌ Title, Author, and Original Price are required.'],
  branch_required: [400, '❌ Please select a valid branch.'],
  prediction_missing: [400, 'Predict the price first, or enter your own price.'],
  not_rentable: [400, 'This book is not for rent.'],
  rent_price_differs: [400, 'The price of a rent is the number of days times the rent per day.'],
  reset_link_dead: [400, 'This link has expired or was used already. Please ask for a new one.'],
  invite_dead: [400, 'This invitation no longer works. Ask the shop for a new one.'],
  wrong_code: [400, 'This code is wrong.'],
  wrong_second_factor: [400, 'This code is wrong or has already been used.'],
  wrong_password: [400, 'The current password is not right.'],
  rent_dates_differ: [400, 'A rent starts today and ends after its number of days.'],
  chat_mismatch: [400, 'The buyer, the seller and the book must be those of the chat.'],
  signed_out: [401, 'No auth token found. Please log in.'],
  session_ended: [401, 'Your session has ended. Please log in again.'],
  second_factor_needed: [401, 'Enter the code from your authenticator app.'],
  wrong_credentials: [401, 'Invalid email or password.'],
  blocked: [403, 'Your account has been blocked. Please contact support.'],
  password_needed: [403, 'Please enter your password to delete your account.'],
  token_scope: [403, 'An API token can’t be used for this.'],
  wrong_role: [403, 'This is not for this account.'],
  owner_only: [403, 'Only the owner of the shop can do this.'],
  not_yours: [403, 'This belongs to another account.'],
  not_you: [403, 'You can only send messages as yourself.'],
  self_complaint: [403, 'You can’t report yourself or what is yours.'],
  self_block: [403, 'You can’t block yourself.'],
  own_book: [403, 'You cannot chat about your own book.'],
  no_account_there: [404, 'There is no such account yet. Please sign up first.'],
  not_found: [404, 'Not found.'],
  token_not_found: [404, 'This token was revoked already.'],
  change_not_found: [404, 'This change can no longer be undone.'],
  want_not_found: [404, 'This is no longer among what you want.'],
  reservation_not_found: [404, 'This copy is no longer reserved for you.'],
  not_a_shop: [403, 'Only shops can have helpers.'],
  helper_not_found: [404, 'This person no longer helps at your shop.'],
  account_not_found: [404, 'Account not found.'],
  book_not_found: [404, 'Book not found.'],
  seller_not_found: [404, 'Seller not found.'],
  title_not_found: [404, 'Title not found.'],
  isbn_unknown: [404, 'We don’t know this ISBN. Please fill in the details.'],
  chat_not_found: [404, 'Chat not found.'],
  request_not_found: [404, 'This request is no longer open.'],
  review_not_found: [404, 'Review not found.'],
  order_not_found: [404, 'Order not found.'],
  message_not_found: [404, 'Message not found.'],
  complaint_not_found: [404, 'Complaint not found.'],
  wanted_not_found: [404, 'This title isn’t on Wanted books.'],
  offer_not_found: [404, 'Offer not found.'],
  exchange_not_found: [404, 'Swap not found.'],
  meeting_not_found: [404, 'Meeting not found.'],
  place_unknown: [404, 'We don’t know this PIN code.'],
  address_not_found: [404, 'Address not found.'],
  reply_not_found: [404, 'This saved reply was deleted.'],
  wrong_mail_code: [400, 'This code is wrong or has expired. Ask for a new one.'],
  unknown_push_service: [400, 'Messages can’t be sent to this browser.'],
  no_push: [404, 'Messages to this device can’t be sent here.'],
  no_mail: [404, 'Emails can’t be sent here.'],
  too_many_tokens: [409, `You have ${maxApiTokens} API tokens. Revoke one first.`],
  second_factor_on: [409, 'Two-factor login is already set up. Remove it first.'],
  second_factor_off: [409, 'Two-factor login isn’t set up.'],
  email_taken: [409, 'An account with this email already exists.'],
  book_gone: [409, 'No copy of this book is available any more.'],
  seller_away: [409, 'The seller is on holiday.'],
  book_has_orders: [409, 'This book has open orders. Finish or cancel them first.'],
  books_refused: [409, 'Some of these books can’t be changed that way, so none was.'],
  books_changed: [409, 'Some of these books have changed since, so nothing was undone.'],
  other_books_found: [409, 'The number of books has changed. Check it, then try again.'],
  too_many_books: [400, `Change at most ${formatNumber(maxChangedBooks)} books at once.`],
  too_many_helpers: [409, `A shop can have ${maxHelpers} helpers, open invitations included.`],
  copies_in_use: [409, 'Some copies are sold, rented or reserved, so there can’t be fewer.'],
  account_has_orders: [409, 'You have open orders. Finish or cancel them first.'],
  proposal_changed: [409, 'The seller has proposed something else. Please look at it.'],
  amount_changed: [409, 'The amount has changed. Please look at it again.'],
  nothing_due: [409, 'There is nothing to be paid there.'],
  copy_wanted: [409, 'Somebody else is waiting for this book, so its rent can’t be extended.'],
  offer_open: [409, 'There is already an open offer in this chat. Answer or replace that one.'],
  buyer_offers_first: [409, 'The buyer has to offer a swap in this chat first.'],
  offered_book_changed: [409, 'A book of this offer was changed. Check it, then send a new offer.'],
  not_exchangeable: [409, 'One of these books can’t be swapped any more.'],
  exchange_begun: [409, 'A book was sent or handed over, so the whole swap can’t be cancelled.'],
  ring_over: [409, 'This swap is no longer open.'],
  offer_settled: [409, 'This offer is no longer open.'],
  order_settled: [409, 'This order can no longer be changed that way.'],
  meeting_changed: [409, 'There is a new proposal. Please look again.'],
  code_ended: [409, 'The code was wrong too many times. Set the status instead.'],
  orders_refused: [409, 'Some of these orders can no longer be changed that way, so none was.'],
  undo_expired: [409, 'It is too late to undo this. Set the status instead.'],
  order_closed: [409, 'This order is closed. Only an admin can change it now.'],
  not_delivered: [409, 'You can rate an order once it is delivered.'],
  problem_open: [409, 'A problem with this order is open. It has to be solved first.'],
  problem_solved: [409, 'This problem is solved already.'],
  not_reportable: [409, 'This can’t be reported about the order now.'],
  seller_left: [409, 'The seller has left Dobara; this order stays as it is.'],
  buyer_left: [409, 'The buyer has left Dobara; this order stays as it is.'],
  already_rated: [409, 'You have already rated this order.'],
  key_reused: [409, 'This request was already used for something else.'],
  chat_read_only: [409, 'This chat is closed for new messages.'],
  chat_refused: [409, 'You can’t start a chat about this book.'],
  already_reported: [409, 'You have already reported this. An admin will look into it.'],
  complaint_closed: [409, 'Another admin has already dealt with this complaint.'],
  account_inactive: [409, 'This account has been blocked or deleted already.'],
  too_many_problems: [409, 'You have reported this order before. For more help, use Report.'],
  too_many_replies: [409, `You have ${maxSavedReplies} saved replies. Delete one to add another.`],
  too_many_saved: [409, 'You can save 500 books. Remove some first.'],
  too_many_saved_searches: [409, 'You can save 30 searches. Remove one first.'],
  too_many_wants: [409, 'Your wishlist can have 100 titles. Remove some first.'],
  listing_removed: [409, 'This listing has been removed already.'],
  edited_meanwhile: [412, 'Someone changed this since you opened it. Nothing was saved.'],
  too_large: [
    413,
    `This is too large. Pictures may have at most ${photoLimits.bytes / 1024 ** 2} MB and ${photoLimits.pixels / 1e6} megapixels.`,
  ],
  heic_too_large: [413, 'HEIC photos can have at most 25 megapixels. Save this one as JPEG.'],
  csv_too_large: [
    413,
    `A CSV file can have at most ${formatNumber(importLimits.rows)} books and ${importLimits.bytes / 1024 ** 2} MB. Split it into several files.`,
  ],
  body_too_large: [413, 'This is too large.'],
  wrong_media: [415, 'This kind of content is not accepted here.'],
  range_missing: [416, 'This file has no such part.'],
  too_many_signups: [429, 'Many accounts were opened from here lately. Please try again later.'],
  too_many_codes: [429, 'You have asked for many codes. Please wait a while, then try again.'],
  too_many_resets: [429, 'Many links were asked for from here lately. Please try again later.'],
  too_many_attempts: [429, 'Too many attempts. Please wait a few minutes and try again.'],
  too_many_messages: [429, 'You are sending messages too fast. Please wait a minute.'],
  too_many_proposals: [429, 'Too many unconfirmed orders. Try again once some buyers confirm.'],
  too_many_offers: [429, 'You have too many open offers. Withdraw one, or wait for an answer.'],
  too_many_deals: [429, 'Many orders and changes in this chat lately. Please wait a while.'],
  too_many_chats: [429, 'You have started many chats. Please wait an hour.'],
  too_many_complaints: [429, 'You have reported a lot today. Go on tomorrow, or write to us.'],
  too_many_exports: [429, 'You have downloaded your data often today. Try again tomorrow.'],
  too_many_listings: [429, 'You have listed very many books today. Please go on tomorrow.'],
  too_many_uploads: [429, 'You have uploaded very many pictures today. Please go on tomorrow.'],
  storage_full: [429, 'Your pictures take up all your space. Remove some and try again tomorrow.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment.'],
  internal: [500, 'Something went wrong'],
  unavailable: [503, 'Dobara can’t be reached right now. Please try again in a moment.'],
  closing: [503, 'Dobara is restarting. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errorCatalog
export type FieldErrors = Record<string, string>

export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Only from /predict-price: repeats the message, as the specification asks. */
  error: z.string().optional(),
  /** Only with edited_meanwhile: the stored version, as the GET of the same path returns it. */
  current: z.custom<unknown>().optional(),
  /** Only if the server failed: the id under which the server's log describes the error. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.output<typeof ErrorBody>

const unknownError = [400, 'Something went wrong'] as const

/** A server that is newer than this page may send codes that the page doesn't know. */
export const knownCode = (code: string | undefined): ErrorCode | 'unknown' =>
  code !== undefined && Object.hasOwn(errorCatalog, code) ? (code as ErrorCode) : 'unknown'

type ErrorOptions = {
  message?: string | undefined
  fields?: FieldErrors | undefined
  /** How long to wait before a retry, in seconds. */
  retryAfter?: number
  status?: number
  current?: Current | undefined
}

/** The stored version of the record that the caller tried to edit. */
export type Current = { value: unknown; etag: string }

/**
 * A rejected request: thrown on the server, sent as JSON, and thrown again in the browser.
 * `message` (for people) and `status` default to those of the code.
 */
export class AppError extends Error {
  readonly code: ErrorCode | 'unknown'
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly retryAfter: number | undefined
  readonly current: Current | undefined

  constructor(code: ErrorCode | 'unknown', options: ErrorOptions = {}) {
    const [status, message] = code === 'unknown' ? unknownError : errorCatalog[code]
    super(options.message ?? message)
    this.name = 'AppError'
    this.code = code
    this.status = options.status ?? status
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.current = options.current
  }
}

/** Creates an error that the form shows at this field. */
export const errorOn = (
  field: string,
  code: ErrorCode,
  message: string = errorCatalog[code][1],
): AppError => new AppError(code, { message, fields: { [field]: message } })

export const fieldError = (field: string, message: string): AppError =>
  errorOn(field, 'malformed', message)

/** Throws `malformed` with the first field error as its message, if there are any. */
export function rejectFields(fields: FieldErrors): void {
  const [message] = Object.values(fields)
  if (message !== undefined) throw new AppError('malformed', { message, fields })
}
