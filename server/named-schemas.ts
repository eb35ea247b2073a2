// The names and descriptions of what responses contain, in the API document.

import { BlockedPerson } from '#contract/accounts/account-blocks.ts'
import { ActiveSession, Profile } from '#contract/accounts/accounts.ts'
import { ApiToken } from '#contract/accounts/api-tokens.ts'
import { NewSession } from '#contract/accounts/auth.ts'
import {
  NotificationChoices,
  NotificationSettings,
  UserNotification,
} from '#contract/accounts/notifications.ts'
import { AdminBook, AdminReview } from '#contract/admin/admin.ts'
import { AdminOrder, OpenOrder } from '#contract/admin/admin-orders.ts'
import { AuditEntry } from '#contract/admin/audit-log.ts'
import { Case } from '#contract/admin/cases.ts'
import { Complaint, ComplaintSummary, OwnComplaint } from '#contract/admin/complaints.ts'
import { PasswordRequest, ResetLink } from '#contract/admin/password-requests.ts'
import { Book, BookDetail, OwnBook, ShelfBook } from '#contract/books/books.ts'
import { ImportPreview } from '#contract/books/manage/csv.ts'
import { Prediction, PricePrediction, PricingReport } from '#contract/books/pricing.ts'
import { Review } from '#contract/books/reviews.ts'
import { PublicSeller } from '#contract/books/sellers.ts'
import { RelatedSearch, Suggestion } from '#contract/books/suggestions.ts'
import { FoundTitle, Title, TitleFacts, UsedPrices } from '#contract/books/titles.ts'
import { Chat, ChatSummary, Message, UnreadCounts } from '#contract/chats.ts'
import { Contact } from '#contract/contact.ts'
import { ExchangeableBook } from '#contract/exchanges/exchange-offers.ts'
import { Exchange } from '#contract/exchanges/exchanges.ts'
import { RingMessage } from '#contract/exchanges/rings.ts'
import { Address } from '#contract/orders/addresses.ts'
import { Shipment } from '#contract/orders/hand-over.ts'
import { Meeting } from '#contract/orders/meetings.ts'
import { Offer, OfferBook } from '#contract/orders/offers.ts'
import { OrderCounts } from '#contract/orders/order-tabs.ts'
import { Order } from '#contract/orders/orders.ts'
import { Ledger, SaidPayment } from '#contract/orders/payments.ts'
import { Problem } from '#contract/orders/problems.ts'
import { RecentOrder } from '#contract/orders/reports.ts'
import { Place } from '#contract/places.ts'
import { SavedBook } from '#contract/wishlist/hearts.ts'
import { SavedSearch } from '#contract/wishlist/searches.ts'
import { KnownTitle } from '#contract/wishlist/titles.ts'
import { Wanted } from '#contract/wishlist/wanted.ts'
import { Reservation, Want } from '#contract/wishlist/wants.ts'
import type { NamedSchemas } from '#server/platform/http/openapi/openapi.ts'

export const namedSchemas: NamedSchemas = {
  ActiveSession: [ActiveSession, 'A device on which the caller is logged in.'],
  Address: [Address, 'An address that a buyer saved for later offers.'],
  AdminBook: [AdminBook, 'A listing as admins see it.'],
  AdminOrder: [AdminOrder, 'An order as admins see it.'],
  AdminReview: [AdminReview, 'A review as admins see it.'],
  ApiToken: [ApiToken, 'A token of a seller’s own programs, without the token itself.'],
  AuditEntry: [AuditEntry, 'Something that an admin did.'],
  BlockedPerson: [BlockedPerson, 'A person that the caller has blocked.'],
  Book: [Book, 'A listing: what one seller offers, with price, condition and photos.'],
  BookDetail: [BookDetail, 'A listing with everything that its page shows.'],
  Case: [Case, 'Something that waits in the admins’ queue.'],
  Chat: [Chat, 'A chat about a book, with its newest messages.'],
  ChatSummary: [ChatSummary, 'A chat about a book, with its last message.'],
  Complaint: [Complaint, 'A report to the admins, as admins see it.'],
  ComplaintSummary: [ComplaintSummary, 'A report to the admins, in a list.'],
  Contact: [Contact, 'How to reach the operator of this market.'],
  Exchange: [Exchange, 'A swap of books between two to five people.'],
  ExchangeableBook: [ExchangeableBook, 'A book that can be offered in a swap.'],
  FoundTitle: [FoundTitle, 'A title in search results, with one of its books.'],
  ImportPreview: [ImportPreview, 'What an import of a CSV file would do.'],
  KnownTitle: [KnownTitle, 'A title that the market knows.'],
  Ledger: [Ledger, 'What is due for an order, and what both sides say was paid.'],
  Meeting: [Meeting, 'Where and when a deal is handed over.'],
  Message: [Message, 'A message in a chat.'],
  NewSession: [NewSession, 'A new session, with its token.'],
  NotificationChoices: [NotificationChoices, 'Which notifications the caller wants.'],
  NotificationSettings: [NotificationSettings, 'The choices, and which ways are possible here.'],
  Offer: [Offer, 'An offer in a chat: books at one price, or a swap.'],
  OfferBook: [OfferBook, 'A book of the seller that can be part of an offer.'],
  OpenOrder: [OpenOrder, 'An open order of a person that an admin is about to block.'],
  Order: [Order, 'One copy of a book that a buyer buys, rents or gets in a swap.'],
  OrderCounts: [OrderCounts, 'How many of the seller’s orders are in each tab.'],
  OwnBook: [OwnBook, 'One of the seller’s own listings, for managing it.'],
  OwnComplaint: [OwnComplaint, 'A report that the caller filed.'],
  PasswordRequest: [PasswordRequest, 'An open request for a new password.'],
  Place: [Place, 'The public part of a place: area, city and state.'],
  Prediction: [Prediction, 'A predicted price, with its range.'],
  PricePrediction: [PricePrediction, 'The predicted price of a used book.'],
  PricingReport: [PricingReport, 'How well prices were predicted.'],
  Problem: [Problem, 'A problem with an order, and how it was solved.'],
  Profile: [Profile, 'The caller’s own account.'],
  PublicSeller: [PublicSeller, 'A seller as everybody sees them.'],
  RecentOrder: [RecentOrder, 'One of the seller’s newest orders.'],
  RelatedSearch: [RelatedSearch, 'A similar search that finds something.'],
  Reservation: [Reservation, 'A copy that is kept for the caller.'],
  ResetLink: [ResetLink, 'A link with which a person chooses a new password.'],
  Review: [Review, 'A buyer’s review of a title.'],
  RingMessage: [RingMessage, 'A message between the members of a ring.'],
  SaidPayment: [SaidPayment, 'A payment that one side says was made.'],
  SavedBook: [SavedBook, 'A listing that the buyer saved.'],
  SavedSearch: [SavedSearch, 'A search about whose new books the buyer is notified.'],
  ShelfBook: [ShelfBook, 'A listing with what its card shows.'],
  Shipment: [Shipment, 'How a parcel was sent.'],
  Suggestion: [Suggestion, 'Something to search for, given the start of a search.'],
  Title: [Title, 'A work, with all copies that sellers offer of it.'],
  TitleFacts: [TitleFacts, 'What is known about a title, to fill in a listing.'],
  UnreadCounts: [UnreadCounts, 'How many messages the caller hasn’t read.'],
  UsedPrices: [UsedPrices, 'Predicted prices of used copies of a title.'],
  UserNotification: [UserNotification, 'A notification in the bell.'],
  Want: [Want, 'A title that the caller waits for.'],
  Wanted: [Wanted, 'A title that people would swap a book for.'],
}
