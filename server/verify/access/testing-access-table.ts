// The access rules. This table is written by hand, and tests compare the server with it.
import { type Rule, readRule } from './testing-read-table.ts'

/**
 * A line per endpoint; an endpoint that takes several kinds of ids has a line for each (`#name`).
 *
 * - who: `anyone`, or the roles that may call it. Other roles get 403 wrong_role, callers without a
 *   session 401 signed_out, and callers whose session has ended 401 session_ended. `owner` is a
 *   seller, but no helper of a shop, who gets 403 owner_only; `helper` is nobody else.
 * - whose: for a thing named by an id. `own`: only its people (see `testing-market.ts`), and any
 *   role marked `*`. `any`: every caller with the role.
 * - refused: the response to everybody else, and for ids that don't exist.
 * - but: an exception, for a role that has the thing but may not use it. For example, the buyer's
 *   offer also belongs to the seller, but the seller can't withdraw it.
 */
const table = `
GET    /contact                                       anyone
GET    /places/city                                   anyone
GET    /places/named                                  anyone
GET    /places/distances                              anyone
GET    /places/{pinCode}                              anyone         any pin-code     404 place_unknown
POST   /predict-price                                 anyone

GET    /books/buyer/books                             anyone
GET    /books/branches                                anyone
GET    /books/shelves                                 anyone
GET    /books/suggestions                             anyone
GET    /books/near-searches                           anyone
GET    /books/{id}                                    anyone         any book         404 book_not_found
GET    /books/{id}/copies                             anyone         any book         404 book_not_found
GET    /books/{id}/reviews                            anyone         any book         404 book_not_found
GET    /books/similar/{id}                            anyone         any book         404 book_not_found
GET    /sellers/{id}                                  anyone         any seller       404 seller_not_found
GET    /titles                                        anyone
GET    /titles/isbn                                   buyer, seller
GET    /titles/{id}                                   anyone         any title        404 title_not_found
GET    /titles/{id}/copies                            anyone         any title        404 title_not_found
GET    /wanted                                        anyone
GET    /wanted/filters                                anyone

GET    /saved                                         buyer
GET    /saved/ids                                     buyer
PUT    /saved/{id}                                    buyer          any book         404 book_not_found
DELETE /saved/{id}                                    buyer          any book         200
GET    /saved/searches                                buyer
PUT    /saved/searches                                buyer
PUT    /saved/searches/{id}/opened                    buyer          own search       200
DELETE /saved/searches/{id}                           buyer          own search       200

GET    /wants                                         buyer, owner
PUT    /wants                                         buyer, owner
GET    /wants/count                                   buyer, seller
GET    /wants/sets                                    buyer, seller
GET    /wants/titles                                  buyer, seller
PUT    /wants/{id}                                    buyer, owner   own want         404 want_not_found
PUT    /wants/{id}/another                            buyer, owner   own got         404 want_not_found
DELETE /wants/{id}                                    buyer, owner   own want         404 want_not_found
PUT    /wants/reservations/{id}/decline               buyer, owner   own reservation  404 reservation_not_found

GET    /chats                                         buyer, seller
GET    /chats/news                                    buyer, seller
POST   /chats/start                                   buyer          any book         404 book_not_found
GET    /chats/{id}                                    buyer, seller  own chat         404 chat_not_found
PUT    /chats/{id}/read                               buyer, seller  own chat         404 chat_not_found
POST   /chats/send                                    buyer, seller  own chat         404 chat_not_found
GET    /chats/{chatId}/books                          buyer, seller  own chat         404 chat_not_found
GET    /chats/{chatId}/exchangeable/{side}            buyer, owner   own chat         404 chat_not_found
GET    /chats/{chatId}/offers                         buyer, seller  own chat         404 chat_not_found
GET    /chats/{chatId}/orders                         buyer, seller  own chat         404 chat_not_found
GET    /chats/{chatId}/meetings                       buyer, seller  own chat         404 chat_not_found
GET    /chats/{chatId}/delivery                       seller         own chat         404 chat_not_found

POST   /offers                                        buyer, seller  own chat         404 chat_not_found
PUT    /offers/{offerId}/withdraw                     buyer, seller  own offer        404 offer_not_found  but seller 403 not_yours
PUT    /offers/{offerId}/decline                      buyer, seller  own offer        404 offer_not_found  but buyer 403 not_yours
PUT    /offers/{offerId}/accept                       buyer, seller  own offer        404 offer_not_found  but buyer 403 not_yours
PUT    /deals/{dealId}/status                         seller         own deal         404 order_not_found
PUT    /deals/{dealId}/undo                           seller         own deal         404 order_not_found
PUT    /deals/{dealId}/confirm                        buyer          own deal         404 order_not_found
PUT    /deals/{dealId}/receive                        buyer          own deal         404 order_not_found
PUT    /deals/{dealId}/cancel                         buyer          own deal         404 order_not_found

POST   /orders/create                                 seller         own chat         404 chat_not_found
GET    /orders/buyer/{userId}                         buyer, admin*  own buyer        403 not_yours
GET    /orders/seller/{userId}                        seller, admin* own seller       403 not_yours
GET    /orders/{orderId}                              buyer, seller  own order        404 order_not_found
PUT    /orders/{orderId}/confirm                      buyer          own order        404 order_not_found
PUT    /orders/update/{orderId}                       seller         own order        404 order_not_found
PUT    /orders/{orderId}/reason                       seller         own order        404 order_not_found
PUT    /orders/{orderId}/undo                         seller         own order        404 order_not_found
PUT    /orders/{orderId}/shipment                     seller         own order        404 order_not_found
PUT    /orders/{orderId}/cancel                       buyer          own order        404 order_not_found
PUT    /orders/{orderId}/receive                      buyer          own order        404 order_not_found
POST   /orders/{orderId}/rating                       buyer          own delivery     404 order_not_found
PUT    /orders/{orderId}/hand-back                    buyer          own rent         404 order_not_found
PUT    /orders/{orderId}/return                       buyer, seller  own rent         404 order_not_found
GET    /orders/{orderId}/payments                     buyer, seller  own order        404 order_not_found
PUT    /orders/{orderId}/payments/{kind}/paid         buyer, seller  own rent         404 order_not_found  but seller 403 not_yours
PUT    /orders/{orderId}/payments/{kind}/received     buyer, seller  own rent         404 order_not_found  but buyer 403 not_yours
PUT    /orders/{orderId}/payments/{kind}/take-back    buyer, seller  own rent         404 order_not_found  but seller 403 not_yours
POST   /orders/{orderId}/meeting                      buyer, seller  own order        404 order_not_found
PUT    /meetings/{meetingId}/time                     buyer, seller  own meeting      404 meeting_not_found  but seller 403 not_yours
PUT    /meetings/{meetingId}/hand-over                seller         own meeting      404 meeting_not_found
GET    /orders/{orderId}/problem                      buyer, seller  own problem      404 order_not_found
POST   /orders/{orderId}/problem                      buyer          own delivery     404 order_not_found
POST   /orders/{orderId}/problem/messages             buyer, seller  own problem      404 order_not_found
PUT    /orders/{orderId}/problem/proposal             seller         own problem      404 order_not_found
PUT    /orders/{orderId}/problem/solve                buyer          own problem      404 order_not_found
GET    /addresses                                     buyer
DELETE /addresses/{addressId}                         buyer          own address      404 address_not_found

GET    /exchanges                                     buyer, owner
GET    /exchanges/{exchangeId}                        buyer, owner   own exchange     404 exchange_not_found
PUT    /exchanges/{exchangeId}/payments/{number}/paid       buyer, owner   own exchange  404 exchange_not_found  but seller 403 not_yours
PUT    /exchanges/{exchangeId}/payments/{number}/received   buyer, owner   own exchange  404 exchange_not_found  but buyer 403 not_yours
PUT    /exchanges/{exchangeId}/payments/{number}/take-back  buyer, owner   own exchange  404 exchange_not_found
PUT    /exchanges/{exchangeId}/orders/{orderId}/send        buyer, owner   own exchange  404 exchange_not_found  but buyer 404 exchange_not_found
PUT    /exchanges/{exchangeId}/orders/{orderId}/send #order buyer, owner   own leg       404 exchange_not_found  but buyer 404 exchange_not_found
PUT    /exchanges/{exchangeId}/orders/{orderId}/hand-over   buyer, owner   own exchange  404 exchange_not_found  but buyer 404 exchange_not_found
PUT    /exchanges/{exchangeId}/orders/{orderId}/receive     buyer, owner   own exchange  404 exchange_not_found  but seller 404 exchange_not_found
PUT    /exchanges/{exchangeId}/cancel                 buyer, owner   own exchange     404 exchange_not_found
GET    /exchanges/{exchangeId}/messages               buyer, owner   own ring         404 exchange_not_found
POST   /exchanges/{exchangeId}/messages               buyer, owner   own ring         404 exchange_not_found
PUT    /exchanges/{exchangeId}/accept                 buyer, owner   own ring         404 exchange_not_found
PUT    /exchanges/{exchangeId}/decline                buyer, owner   own ring         404 exchange_not_found

GET    /books/seller/books                            seller
GET    /books/seller/branches                         seller
GET    /books/seller/books/{id}                       seller         own book         404 book_not_found
POST   /books/seller/books                            seller
PUT    /books/seller/books/{id}                       seller         own book         404 book_not_found
POST   /books/seller/changes                          seller         own book         404 book_not_found
DELETE /books/seller/books/{id}                       seller         own book         404 book_not_found
POST   /books/seller/import/preview                   seller
POST   /books/seller/import                           seller
GET    /books/seller/export                           seller
PUT    /books/seller/changes/{id}/undo                seller         own change       404 change_not_found
GET    /dashboard/buyer/tasks                         buyer
GET    /dashboard/seller/stats                        seller
GET    /dashboard/seller/recent-orders                seller
GET    /dashboard/seller/sales-chart                  seller
GET    /seller/replies                                seller
POST   /seller/replies                                seller
PUT    /seller/replies/{replyId}                      seller         own reply        404 reply_not_found
DELETE /seller/replies/{replyId}                      seller         own reply        404 reply_not_found
GET    /seller/orders/tabs                            seller
GET    /seller/orders/parcels                         seller         own order        404 order_not_found
PUT    /seller/orders/shipped                         seller         own order        404 order_not_found
PUT    /seller/orders/shipped/undo                    seller         own order        404 order_not_found
GET    /seller/reports/sales                          seller
GET    /seller/reports/orders-summary                 seller
GET    /seller/reports/best-sellers                   seller
GET    /seller/reports/orders-csv                     seller

POST   /complaints #order                             buyer, seller  own order        404 order_not_found
POST   /complaints #message                           buyer, seller  own message      404 message_not_found  but buyer 403 self_complaint
POST   /complaints #listing                           buyer, seller  any book         404 book_not_found  but seller 403 self_complaint
POST   /complaints #wanted                            buyer, seller  any wanted       404 wanted_not_found
GET    /account/blocked-people                        buyer, owner
PUT    /account/blocked-people/{id}                   buyer, owner   any person       404 account_not_found  but seller 403 self_block
DELETE /account/blocked-people/{id}                   buyer, owner   any person       404 account_not_found
GET    /notices                                       buyer, seller
PUT    /notices/read                                  buyer, seller
GET    /notices/settings                              buyer, owner
PUT    /notices/settings                              buyer, owner
POST   /notices/mail-code                             buyer, owner   but 404 no_mail
PUT    /notices/mail-code                             buyer, owner
PUT    /notices/push                                  buyer, owner
DELETE /notices/push                                  buyer, owner

GET    /buyer/profile                                 buyer
PUT    /buyer/profile                                 buyer
PUT    /buyer/change-password                         buyer
DELETE /buyer/delete-account                          buyer
GET    /seller/profile                                seller
PUT    /seller/profile                                seller
PUT    /seller/change-password                        owner
DELETE /seller/delete-account                         owner
GET    /seller/helpers                                owner
POST   /seller/helpers/invites                        owner
DELETE /seller/helpers/invites/{id}                   owner          own invite       200
DELETE /seller/helpers/{id}                           owner          own helper       404 helper_not_found
PUT    /helper/name                                   helper
DELETE /helper                                        helper
PUT    /helper/password                               helper
POST   /helpers/invite                                anyone
POST   /helpers/join                                  anyone
POST   /account/buyer                                 owner
POST   /account/seller                                buyer
GET    /account/export                                buyer, owner
GET    /account/sessions                              buyer, owner
DELETE /account/sessions                              buyer, owner
GET    /account/api-tokens                            owner
POST   /account/api-tokens                            owner
DELETE /account/api-tokens/{id}                       owner          own token        404 token_not_found
POST   /buyer/signup                                  anyone
POST   /buyer/login                                   anyone
POST   /seller/signup                                 anyone
POST   /seller/login                                  anyone
POST   /admin/login                                   anyone
POST   /auth/forgot-password                          anyone
POST   /auth/reset-password                           anyone
POST   /auth/switch-role                              buyer, owner
POST   /auth/logout                                   buyer, seller, admin

GET    /admin/profile                                 admin
PUT    /admin/password                                admin
POST   /admin/second-factor/begin                     admin
POST   /admin/second-factor/confirm                   admin
POST   /admin/second-factor/remove                    admin
GET    /admin/stats                                   admin
GET    /admin/audit                                   admin
GET    /admin/pricing                                 admin
GET    /admin/books                                   admin
GET    /admin/orders                                  admin
GET    /admin/blocked-orders                          admin
GET    /admin/reviews                                 admin
GET    /admin/buyers                                  admin
GET    /admin/sellers                                 admin
GET    /admin/cases                                   admin
GET    /admin/accounts/{id}/open-orders               admin          any person       404 account_not_found
GET    /admin/orders/{id}                             admin          any order        404 order_not_found
GET    /admin/orders/{id}/complaints                  admin          any order        200
PUT    /admin/orders/{id}/close                       admin          any order        404 order_not_found
PUT    /admin/orders/{id}/reopen                      admin          any order        404 order_not_found
PUT    /admin/orders/{id}/cancel                      admin          any order        404 order_not_found
PUT    /admin/orders/{id}/exchange/settle             admin          any order        404 order_not_found
PUT    /admin/orders/{id}/problem/settle              admin          any problem      404 order_not_found
GET    /admin/complaints/{id}                         admin          any complaint    404 complaint_not_found
POST   /admin/complaints/{id}/chat                    admin          any complaint    404 complaint_not_found
PUT    /admin/complaints/{id}/dismiss                 admin          any complaint    404 complaint_not_found
PUT    /admin/complaints/{id}/warn                    admin          any complaint    404 complaint_not_found
PUT    /admin/complaints/{id}/hide-listing            admin          any complaint    404 complaint_not_found
PUT    /admin/complaints/{id}/unhide-listing          admin          any complaint    404 complaint_not_found
PUT    /admin/wanted/{id}/hide                        admin          any wanted       404 wanted_not_found
PUT    /admin/wanted/{id}/unhide                      admin          any wanted       404 wanted_not_found
DELETE /admin/reviews/{id}                            admin          any delivery     404 review_not_found
DELETE /admin/books/{id}                              admin          any sold         404 book_not_found
GET    /admin/password-requests                       admin
POST   /admin/password-requests/{id}/link             admin          any request      404 request_not_found
PUT    /admin/sellers/{id}/release-listings           admin          any seller       404 account_not_found
PUT    /admin/buyers/{id}/toggle-status               admin          any buyer        404 account_not_found
PUT    /admin/sellers/{id}/toggle-status              admin          any seller       404 account_not_found
PUT    /admin/complaints/{id}/block                   admin          any complaint    404 complaint_not_found
`

export const rules: readonly Rule[] = table
  .split('\n')
  .filter((line) => line !== '')
  .map(readRule)
