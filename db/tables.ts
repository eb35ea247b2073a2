// Made by `npm run tables` from db/migrations; don't edit.
import type { ColumnType, Generated } from 'kysely'

type Json = unknown

export type AccountBlocksTable = {
  person_id: string
  blocked_person_id: string
  blocked_account_id: string
  created_at: Date
}

export type AccountsTable = {
  id: string
  person_id: string
  role: 'buyer' | 'seller' | 'admin'
  status: Generated<'active' | 'blocked'>
  blocked_reason: string | null
  name: string
  email: string | null
  password_hash: string | null
  address: string | null
  phone: string | null
  seller_type: 'shop owner' | 'student' | null
  shop_name: string | null
  shop_address: string | null
  pin_code: string | null
  city: string | null
  location: unknown | null
  pin_parsed_at: Generated<Date | null>
  hand_overs: string[] | null
  upi_id: string | null
  picture: string | null
  rating_sum: Generated<number>
  rating_count: Generated<number>
  is_demo: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  deleted_at: Date | null
}

export type AddressesTable = {
  id: string
  account_id: string
  delivery_address: string
  phone_number: string
  used_at: Date
}

export type AuditLogTable = {
  id: string
  admin_id: string
  action: 'block' | 'unblock' | 'release-books' | 'delete-book' | 'issue-link' | 'remove-review' | 'warn' | 'hide-book' | 'unhide-book' | 'dismiss-complaint' | 'read-chat' | 'cancel-order' | 'reopen-order' | 'close-order' | 'settle-problem' | 'settle-exchange' | 'second-factor-on' | 'second-factor-off' | 'hide-wanted' | 'unhide-wanted'
  target_kind: 'buyer' | 'seller' | 'admin' | 'book' | 'review' | 'order' | 'complaint' | 'wanted'
  target_id: string
  target_name: string
  reason: string | null
  created_at: Generated<Date>
}

export type BookPhotosTable = {
  book_id: string
  position: number
  hash: string
}

export type BooksTable = {
  id: string
  seller_id: string
  title: string
  author: string
  book_type: 'new' | 'old'
  branch: string
  genre: string | null
  description: string | null
  isbn: string | null
  original_price: number
  predicted_price: number | null
  custom_price: number | null
  price: number
  rent_price: number | null
  rent_deposit: number | null
  late_fee: number | null
  is_rentable: Generated<boolean>
  open_to_exchange: Generated<boolean>
  reservation_hours: Generated<number>
  condition: 'new' | 'good' | 'average' | 'poor'
  publication_date: string | null
  publication_year: number | null
  pages: number | null
  copies: Generated<number>
  available: number
  title_key: string
  rating_sum: Generated<number>
  rating_count: Generated<number>
  rating: ColumnType<string | null, never, never>
  search_text: string
  pin_code: string | null
  city: string | null
  location: unknown | null
  hand_overs: string[] | null
  recommended_at: Date | null
  hidden_at: Date | null
  hidden_reason: string | null
  hidden_since_block: Generated<boolean>
  listed_at: Generated<Date>
  unlisted_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}

export type ChatsTable = {
  id: string
  book_id: string
  buyer_id: string
  seller_id: string
  message_count: Generated<number>
  buyer_unread: Generated<number>
  seller_unread: Generated<number>
  buyer_read_up_to: Generated<number>
  seller_read_up_to: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type ComplaintsTable = {
  id: string
  reporter_id: string
  reported_id: string
  subject_kind: 'listing' | 'person' | 'message' | 'ring-message' | 'order' | 'wanted'
  subject_id: string
  book_id: string | null
  chat_id: string | null
  order_id: string | null
  reason: 'scam' | 'counterfeit' | 'wrong-information' | 'offensive' | 'spam' | 'forbidden' | 'other'
  text: string | null
  reported_name: string
  book_title: string | null
  message_body: string | null
  created_at: Date
  outcome: 'dismissed' | 'warned' | 'listing-hidden' | 'blocked' | null
  note: string | null
  closed_at: Date | null
  closed_by: string | null
}

export type CopiesTable = {
  id: string
  book_id: string
  number: number
}

export type ExchangeArrivalsTable = {
  id: Generated<string>
  book_id: string | null
  want_id: string | null
  attempts: Generated<number>
}

export type ExchangeCasesTable = {
  id: string
  exchange_id: string
  order_id: string
  reason: 'missing' | 'cancelled'
  created_at: Date
  closed_at: Date | null
  closed_by: string | null
  note: string | null
}

export type ExchangeLegsTable = {
  exchange_id: string
  number: number
  giver: number
  receiver: number
  book_id: string
  value: number
  listing_hash: string | null
  order_id: string | null
  want_id: string | null
  hand_over: 'meet' | 'post' | null
  km: number | null
}

export type ExchangeMembersTable = {
  exchange_id: string
  number: number
  person_id: string
  buyer_id: string | null
  seller_id: string | null
  pays: number
  answer: 'accepted' | 'declined' | null
  has_withdrawn: Generated<boolean>
  delivery_address: string | null
  phone_number: string | null
}

export type ExchangePaymentsTable = {
  exchange_id: string
  number: number
  payer: number
  payee: number
  amount: number
  paid_at: Date | null
  received_at: Date | null
  back_paid_at: Date | null
  back_received_at: Date | null
}

export type ExchangesTable = {
  id: string
  kind: 'direct' | 'ring'
  offer_id: string | null
  chat_id: string | null
  created_at: Date
  agreed_at: Date | null
  expires_at: Date | null
  reminded_at: Date | null
  ended_at: Date | null
  ended_because: 'declined' | 'lapsed' | 'changed' | null
}

export type HiddenWantedTitlesTable = {
  work: string
  id: ColumnType<string | null, never, never>
  title: string
  hidden_at: Date
}

export type HoldsTable = {
  order_id: string | null
  exchange_id: string | null
  reservation_id: string | null
  copy_id: string
  during: string
}

export type IdempotencyKeysTable = {
  account_id: string
  route: string
  key_hash: Uint8Array
  request_hash: Uint8Array
  created_id: string | null
  created_at: Generated<Date>
}

export type InstallationTable = {
  id: string
  singleton: Generated<boolean>
  places_hash: string | null
}

export type MarketFactorsTable = {
  day: string
  factor: number
  sales: number
}

export type MeetingsTable = {
  id: string
  chat_id: string
  code: string | null
  wrong_codes: Generated<number>
  last_client_id: string | null
  last_wrong_code: string | null
  place: string | null
  starts_at: Date | null
  proposal_id: string | null
  proposed_by: 'buyer' | 'seller' | null
  proposed_place: string | null
  proposed_times: Json | null
  created_at: Date
}

export type MessagesTable = {
  id: string
  chat_id: string
  number: number
  sender_model: 'Buyer' | 'Seller' | 'System'
  sender_id: string | null
  body: string
  offer_id: string | null
  order_id: string | null
  meeting_id: string | null
  client_id: string | null
  transport: 'http' | 'socket' | 'system'
  created_at: Generated<Date>
}

export type NotificationSettingsTable = {
  person_id: string
  muted_as_buyer: Generated<string[]>
  muted_as_seller: Generated<string[]>
  mails_are_on: Generated<boolean>
  email: string | null
  confirmed_at: Date | null
  code: string | null
  code_expires_at: Date | null
  code_tries: Generated<number>
  unsubscribe_token: string
  mailed_at: Date | null
}

export type NotificationsTable = {
  id: string
  account_id: string
  kind: 'order' | 'status' | 'message' | 'listing' | 'saved' | 'exchange' | 'account' | 'admin'
  text: string | null
  chat_id: string | null
  order_id: string | null
  book_id: string | null
  exchange_id: string | null
  dedupe_key: string | null
  list_query: string | null
  in_chat: Generated<boolean>
  rings: Generated<boolean>
  created_at: Date
  unread_since: Date
  read_at: Date | null
  about: ColumnType<string | null, never, never>
}

export type OfferItemsTable = {
  offer_id: string
  position: number
  book_id: string
  given_by: Generated<'buyer' | 'seller'>
  copies: number
  asking_price: number
  value: number | null
  deposit: number | null
  late_fee: number | null
  loss_price: number | null
  listing_hash: string | null
  listing: Json | null
}

export type OffersTable = {
  id: string
  chat_id: string
  made_by: 'buyer' | 'seller'
  status: Generated<'open' | 'accepted' | 'declined' | 'withdrawn' | 'countered' | 'expired'>
  order_type: 'rent' | 'purchase'
  extends_order_id: string | null
  amount: number
  top_up: number | null
  days: number | null
  first_day: string | null
  hand_over: 'meet' | 'post'
  meeting_point: string | null
  delivery_address: string | null
  phone_number: string | null
  seller_delivery_address: string | null
  seller_phone_number: string | null
  created_at: Date
  expires_at: Date
  settled_at: Date | null
}

export type OrderEventsTable = {
  id: string
  number: Generated<string>
  order_id: string
  kind: 'created' | 'status' | 'confirmed' | 'received' | 'returned' | 'undone' | 'rent_moved' | 'handed_back' | 'problem' | 'solved' | 'closed' | 'reopened' | 'handed_over' | 'extended'
  status: 'Pending' | 'Shipped' | 'Delivered' | 'Cancelled'
  reason: string | null
  previous: Json | null
  actor_model: 'Buyer' | 'Seller' | 'Admin' | 'System'
  actor_id: string | null
  created_at: Generated<Date>
}

export type OrdersTable = {
  id: string
  chat_id: string
  book_id: string
  buyer_id: string
  seller_id: string
  offer_id: string | null
  exchange_id: string | null
  meeting_id: string | null
  order_type: 'rent' | 'purchase'
  status: Generated<'Pending' | 'Shipped' | 'Delivered' | 'Cancelled'>
  proposed_until: Date | null
  price: number
  asking_price: number | null
  is_custom_price: Generated<boolean>
  rent_days: number | null
  rent_start: string | null
  rent_end: string | null
  deposit: number | null
  late_fee: number | null
  loss_price: number | null
  extension_price: Generated<number>
  reminded_on: string | null
  hand_over: 'meet' | 'post' | null
  delivery_address: string
  phone_number: string
  contact_hidden_at: Date | null
  courier: string | null
  tracking_number: string | null
  upi_id: string | null
  book_title: string
  book_type: 'new' | 'old'
  book_cover: string | null
  title_key: string
  branch: string
  condition: 'new' | 'good' | 'average' | 'poor' | null
  publication_year: number | null
  original_price: number
  predicted_price: number | null
  buyer_name: string
  seller_name: string
  created_at: Generated<Date>
  delivered_at: Date | null
  confirmed_at: Date | null
  received_at: Date | null
  handed_back_at: Date | null
  returned_at: Date | null
  closed_by_admin_at: Date | null
  reopened_at: Date | null
}

export type PasswordResetLinksTable = {
  token_hash: Uint8Array
  password_reset_id: string
  expires_at: Date
}

export type PasswordResetsTable = {
  id: string
  account_id: string
  requested_at: Date
  used_at: Date | null
}

export type PaymentsTable = {
  order_id: string
  kind: 'price' | 'deposit' | 'late_fee' | 'deposit_back' | 'price_back' | 'late_fee_back'
  paid: Generated<number>
  received: Generated<number>
  paid_at: Date | null
  received_at: Date | null
  taken_back_at: Date | null
}

export type PhotosTable = {
  hash: string
  width: number
  height: number
  used_at: Generated<Date>
  removal_started_at: Date | null
}

export type ProblemMessagesTable = {
  id: string
  problem_id: string
  number: number
  sender_model: 'Buyer' | 'Seller'
  body: string | null
  proposal: 'refund' | 'returned' | 'replaced' | null
  refund: number | null
  created_at: Date
}

export type ProblemPhotosTable = {
  message_id: string
  position: number
  hash: string
}

export type ProblemsTable = {
  id: string
  order_id: string
  reason: 'not-received' | 'wrong-book' | 'worse-condition' | 'damaged' | 'counterfeit' | 'other'
  proposal: 'refund' | 'returned' | 'replaced' | null
  refund: number | null
  outcome: 'refund' | 'returned' | 'replaced' | 'withdrawn' | 'dismissed' | null
  solved_by: 'Buyer' | 'Admin' | null
  solved_reason: string | null
  created_at: Date
  solved_at: Date | null
}

export type PushSubscriptionsTable = {
  session_hash: Uint8Array
  endpoint: string
  p256dh: string
  auth: string
  shows_names: boolean
  told_until: Date
}

export type QuotaUsesTable = {
  id: string
  key: string
  used_at: Date
  expires_at: Date
}

export type RatingsTable = {
  order_id: string
  title_key: string
  buyer_id: string
  seller_id: string
  book_stars: number
  seller_stars: number
  review: string | null
  is_self_rating: Generated<boolean>
  created_at: Generated<Date>
  removed_at: Date | null
}

export type RecommendationsTable = {
  book_id: string
  position: number
  similar_id: string
}

export type ReservationsTable = {
  id: string
  book_id: string
  want_id: string | null
  person_id: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  outcome: 'taken' | 'declined' | 'lapsed' | 'closed' | 'changed' | 'unwanted' | null
}

export type RingMessagesTable = {
  id: string
  exchange_id: string
  member: number | null
  is_system: Generated<boolean>
  text: string
  client_id: string | null
  created_at: Date
}

export type SavedBooksTable = {
  account_id: string
  book_id: string
  price: number
  notified_price: number
  notified_at: Date | null
  is_gone: boolean
  created_at: Date
  removed_at: Date | null
}

export type SavedSearchesTable = {
  id: string
  account_id: string
  filters: Json
  key: string
  created_at: Date
  checked_to: Generated<Date>
  looked_at: Date | null
  found_at: Date | null
  new_copies: Generated<number>
  removed_at: Date | null
}

export type SearchWordChangesTable = {
  word: string
  books: number
}

export type SearchWordsTable = {
  word: string
  books: number
  sound: ColumnType<string | null, never, never>
}

export type SecondFactorsTable = {
  account_id: string
  secret: Uint8Array
  created_at: Date
  confirmed_at: Date | null
  last_period: Generated<number>
}

export type SessionsTable = {
  token_hash: Uint8Array
  account_id: string
  login_account_id: string
  user_agent: Generated<string>
  created_at: Generated<Date>
  used_at: Generated<Date>
  expires_at: Date
}

export type SimilarBooksTable = {
  book_id: string
  ids: string[]
}

export type SocketIoAttachmentsTable = {
  id: Generated<string>
  created_at: Generated<Date | null>
  payload: Uint8Array | null
}

export type UploadsTable = {
  id: string
  account_id: string
  hash: string
  bytes: number
  uploaded_at: Date
}

export type WantsTable = {
  id: string
  person_id: string
  title: string
  author: string
  isbn: string | null
  branch: string | null
  search_text: string
  work: ColumnType<string, never, never>
  swaps: Generated<boolean>
  worst_condition: 'new' | 'good' | 'average' | 'poor'
  max_top_up: number
  within_km: number | null
  pin_code: string | null
  city: string | null
  location: unknown | null
  order_id: string | null
  version: Generated<number>
  created_at: Date
}

export type Tables = {
  account_blocks: AccountBlocksTable
  accounts: AccountsTable
  addresses: AddressesTable
  audit_log: AuditLogTable
  book_photos: BookPhotosTable
  books: BooksTable
  chats: ChatsTable
  complaints: ComplaintsTable
  copies: CopiesTable
  exchange_arrivals: ExchangeArrivalsTable
  exchange_cases: ExchangeCasesTable
  exchange_legs: ExchangeLegsTable
  exchange_members: ExchangeMembersTable
  exchange_payments: ExchangePaymentsTable
  exchanges: ExchangesTable
  hidden_wanted_titles: HiddenWantedTitlesTable
  holds: HoldsTable
  idempotency_keys: IdempotencyKeysTable
  installation: InstallationTable
  market_factors: MarketFactorsTable
  meetings: MeetingsTable
  messages: MessagesTable
  notification_settings: NotificationSettingsTable
  notifications: NotificationsTable
  offer_items: OfferItemsTable
  offers: OffersTable
  order_events: OrderEventsTable
  orders: OrdersTable
  password_reset_links: PasswordResetLinksTable
  password_resets: PasswordResetsTable
  payments: PaymentsTable
  photos: PhotosTable
  problem_messages: ProblemMessagesTable
  problem_photos: ProblemPhotosTable
  problems: ProblemsTable
  push_subscriptions: PushSubscriptionsTable
  quota_uses: QuotaUsesTable
  ratings: RatingsTable
  recommendations: RecommendationsTable
  reservations: ReservationsTable
  ring_messages: RingMessagesTable
  saved_books: SavedBooksTable
  saved_searches: SavedSearchesTable
  search_word_changes: SearchWordChangesTable
  search_words: SearchWordsTable
  second_factors: SecondFactorsTable
  sessions: SessionsTable
  similar_books: SimilarBooksTable
  socket_io_attachments: SocketIoAttachmentsTable
  uploads: UploadsTable
  wants: WantsTable
}
