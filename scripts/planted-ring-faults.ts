export const ringFaults = [
  {
    name: 'whoever accepts a ring has no copy held',
    file: 'server/exchanges/rings/answer.ts',
    text: 'await reserveCopy(db, { bookId: gives.book_id, exchangeId, from: indianDate(now) })',
    replacement: 'void [reserveCopy, indianDate, gives]',
  },
  {
    name: 'a ring makes its orders before the last yes',
    file: 'server/exchanges/rings/answer.ts',
    text: "answered.members.filter(({ answer }) => answer !== 'accepted').length",
    replacement: "answered.members.filter(({ answer }) => answer === 'declined').length",
  },
  {
    name: 'who said nothing to a ring is asked for the next one',
    file: 'server/exchanges/rings/market.ts',
    text: "exchanges.ended_because = 'lapsed' and not exists (",
    replacement: "exchanges.ended_because = 'nothing' and not exists (",
  },
  {
    name: 'a ring is accepted after its time',
    file: 'server/exchanges/rings/answer.ts',
    text: 'if (ring.expires_at !== null && ring.expires_at <= now) {',
    replacement: 'if (ring.expires_at === null) {',
  },
  {
    name: 'a ring that is agreed on keeps addresses',
    file: 'server/exchanges/rings/answer.ts',
    text: 'seller_id: seller.id, delivery_address: null, phone_number: null })',
    replacement: 'seller_id: seller.id })',
  },
  {
    name: 'a ring that ends keeps addresses',
    file: 'server/exchanges/rings/end.ts',
    text: '.set({ delivery_address: null, phone_number: null })',
    replacement: '.set({ phone_number: null })',
  },
  {
    name: 'a ring that ends keeps the copies that it held',
    file: 'server/exchanges/rings/end.ts',
    text: 'releaseCopiesOfRing(\n    db,\n    ring.id,',
    replacement: "releaseCopiesOfRing(\n    db,\n    ring.members[0]?.person_id ?? '',",
  },
  {
    name: 'a ring that ends frees copies that it never held',
    file: 'server/books/copies.ts',
    text: "  await releaseHolds(db, 'exchange_id', exchangeId)\n",
    replacement: `  await releaseHolds(db, 'exchange_id', exchangeId)
  const isLeft = sql<SqlBool>\`id = any(\${bookIds}::uuid[]) and available < copies\`
  await db
    .updateTable('books')
    .set((set) => ({ available: set('available', '+', 1) }))
    .where(isLeft)
    .execute()
`,
  },
  {
    name: 'a ring that lapses counts as refused by those who accepted it',
    file: 'server/exchanges/rings/end.ts',
    text: "answer === 'declined' : answer === null,",
    replacement: "answer === 'declined' : answer !== 'declined',",
  },
  {
    name: 'after a ring has ended nobody looks again for those who stay',
    file: 'server/exchanges/rings/end.ts',
    text: 'await lookAgain(db, ring, staying)',
    replacement: 'void lookAgain',
  },
  {
    name: 'who declines a ring is asked for the same again',
    file: 'server/exchanges/rings/refusals.ts',
    text: 'if (refusals.length === 0) return',
    replacement: 'if (refusals.length < 9) return',
  },
  {
    name: 'who changes a ring is asked for the same again',
    file: 'server/exchanges/rings/end.ts',
    text: 'changedBy.includes(person_id)',
    replacement: '!changedBy',
  },
  {
    name: 'who cancels a ring is asked for the same again',
    file: 'server/exchanges/rings/refusals.ts',
    text: "where event.status = 'Cancelled'",
    replacement: "where event.status = 'Shipped'",
  },
  {
    name: 'who declined a ring is in the next one at once',
    file: 'server/exchanges/rings/market.ts',
    text: 'now.getTime() - restMs',
    replacement: 'now.getTime()',
  },
  {
    name: 'what was refused is in a ring again after a day',
    file: 'server/exchanges/rings/policy.ts',
    text: 'refusalMs = 30 * dayMs',
    replacement: 'refusalMs = dayMs',
  },
  {
    name: 'a ring goes on though a want allows less than it costs',
    file: 'server/exchanges/rings/changes.ts',
    text: '  and receiver.pays <= wants.most_on_top\n',
    replacement: '',
  },
  {
    name: 'a ring goes on without one of its wants',
    file: 'server/exchanges/rings/changes.ts',
    text: ', false)`\n\ntype Change',
    replacement: ', true)`\n\ntype Change',
  },
  {
    name: 'somebody is in two rings, and so are their copies',
    file: 'server/exchanges/rings/proposed.ts',
    text: '  and exchanges.ended_at is null)',
    replacement: '  and exchanges.ended_at is not null)',
  },
  {
    name: 'a ring that has ended keeps its people',
    file: 'server/exchanges/rings/proposed.ts',
    text: '\n  and exchanges.ended_at is null)',
    replacement: ')',
  },
  {
    name: 'the last yes to a ring finds its copies still held',
    file: 'server/exchanges/agree.ts',
    text: '  await releaseCopiesOfRing(\n    db,\n    exchangeId,',
    replacement:
      "  await releaseCopiesOfRing(\n    db,\n    '00000000-0000-7000-8000-000000000000',",
  },
]
