// Made by `npm run tables` from db/migrations; don't edit.
import type { ColumnType, Generated } from 'kysely'

export type AccountExportsTable = {
  id: string
  person_id: string
  started_at: Date
}

export type AuditLogTable = {
  id: string
  admin_id: string
  what: 'block' | 'unblock' | 'delete-book' | 'issue-link' | 'remove-review'
  target_kind: 'buyer' | 'seller' | 'book' | 'review'
  target_id: string
  target_name: string
  reason: string | null
  at: Generated<Date>
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
  is_rentable: Generated<boolean>
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
  recommended_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}

export type ChatsTable = {
  id: string
  book_id: string
  buyer_id: string
  seller_id: string
  messages: Generated<number>
  buyer_unread: Generated<number>
  seller_unread: Generated<number>
  buyer_read: Generated<number>
  seller_read: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type CopiesTable = {
  id: string
  book_id: string
  number: number
}

export type HoldsTable = {
  order_id: string
  copy_id: string
  during: string
}

export type IdempotencyKeysTable = {
  person_id: string
  route: string
  key_hash: Uint8Array
  request_hash: Uint8Array
  made_id: string | null
  created_at: Generated<Date>
}

export type InstallationTable = {
  id: string
  only_one: Generated<boolean>
}

export type KnownDevicesTable = {
  token_hash: Uint8Array
  person_id: string
  used_at: Date
  expires_at: Date
}

export type LoginFailuresTable = {
  id: string
  account: string
  address: string
  failed_at: Generated<Date>
}

export type MarketFactorsTable = {
  branch: string
  day: string
  factor: number
  sales: number
  sellers: number
}

export type MessagesTable = {
  id: string
  chat_id: string
  number: number
  sender_model: 'Buyer' | 'Seller' | 'System'
  sender_id: string | null
  body: string
  client_id: string | null
  door: 'http' | 'socket' | 'system'
  created_at: Generated<Date>
}

export type MutedNoticesTable = {
  person_id: string
  kind: 'order' | 'status' | 'message' | 'listing'
}

export type NoticesTable = {
  id: string
  person_id: string
  kind: 'order' | 'status' | 'message' | 'listing' | 'account'
  text: string | null
  chat_id: string | null
  order_id: string | null
  created_at: Date
  read_at: Date | null
}

export type OrderEventsTable = {
  id: string
  number: Generated<string>
  order_id: string
  what: 'created' | 'status' | 'confirmed' | 'returned'
  status: 'Pending' | 'Shipped' | 'Delivered' | 'Cancelled'
  by_model: 'Buyer' | 'Seller' | 'Admin' | 'System'
  by_id: string | null
  at: Generated<Date>
}

export type OrdersTable = {
  id: string
  chat_id: string
  book_id: string
  buyer_id: string
  seller_id: string
  order_type: 'rent' | 'purchase'
  status: Generated<'Pending' | 'Shipped' | 'Delivered' | 'Cancelled'>
  price: number
  rent_days: number | null
  rent_start: string | null
  rent_end: string | null
  delivery_address: string
  phone_number: string
  book_title: string
  book_type: 'new' | 'old'
  book_cover: string | null
  branch: string
  original_price: number
  predicted_price: number | null
  buyer_name: string
  seller_name: string
  created_at: Generated<Date>
  delivered_at: Date | null
  confirmed_at: Date | null
  returned_at: Date | null
  condition: 'new' | 'good' | 'average' | 'poor' | null
  publication_year: number | null
  is_own_price: Generated<boolean>
  title_key: string
}

export type PasswordResetsTable = {
  id: string
  person_id: string
  requested_at: Date
  used_at: Date | null
}

export type PeopleTable = {
  id: string
  human_id: string
  role: 'buyer' | 'seller' | 'admin'
  status: Generated<'active' | 'blocked'>
  name: string
  email: string | null
  password_hash: string | null
  address: string | null
  phone: string | null
  seller_type: 'shop owner' | 'student' | null
  shop_name: string | null
  shop_address: string | null
  picture: string | null
  rating_sum: Generated<number>
  rating_count: Generated<number>
  created_at: Generated<Date>
  deleted_at: Date | null
  is_demo: Generated<boolean>
}

export type PhotosTable = {
  hash: string
  width: number
  height: number
  used_at: Generated<Date>
  leaving_at: Date | null
}

export type RatingsTable = {
  order_id: string
  title_key: string
  buyer_id: string
  seller_id: string
  book_stars: number
  seller_stars: number
  review: string | null
  created_at: Generated<Date>
  is_own: Generated<boolean>
  removed_at: Date | null
}

export type RecommendationsTable = {
  book_id: string
  position: number
  near_id: string
}

export type ResetLinksTable = {
  token_hash: Uint8Array
  request_id: string
  expires_at: Date
}

export type ResetRequestsTable = {
  id: string
  address: string
  requested_at: Generated<Date>
}

export type SessionsTable = {
  token_hash: Uint8Array
  person_id: string
  user_agent: Generated<string>
  created_at: Generated<Date>
  used_at: Generated<Date>
  expires_at: Date
  login_id: string
}

export type SignupsTable = {
  id: string
  address: string
  signed_up_at: Generated<Date>
  is_taken: Generated<boolean>
}

export type SocketIoAttachmentsTable = {
  id: Generated<string>
  created_at: Generated<Date | null>
  payload: Uint8Array | null
}

export type UploadSumsTable = {
  person_id: string
  bytes: string
}

export type UploadsTable = {
  id: string
  person_id: string
  hash: string | null
  bytes: Generated<number>
  uploaded_at: Date
}

export type Tables = {
  account_exports: AccountExportsTable
  audit_log: AuditLogTable
  book_photos: BookPhotosTable
  books: BooksTable
  chats: ChatsTable
  copies: CopiesTable
  holds: HoldsTable
  idempotency_keys: IdempotencyKeysTable
  installation: InstallationTable
  known_devices: KnownDevicesTable
  login_failures: LoginFailuresTable
  market_factors: MarketFactorsTable
  messages: MessagesTable
  muted_notices: MutedNoticesTable
  notices: NoticesTable
  order_events: OrderEventsTable
  orders: OrdersTable
  password_resets: PasswordResetsTable
  people: PeopleTable
  photos: PhotosTable
  ratings: RatingsTable
  recommendations: RecommendationsTable
  reset_links: ResetLinksTable
  reset_requests: ResetRequestsTable
  sessions: SessionsTable
  signups: SignupsTable
  socket_io_attachments: SocketIoAttachmentsTable
  upload_sums: UploadSumsTable
  uploads: UploadsTable
}
