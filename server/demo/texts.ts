// Texts that the demo market's people write in chats and reviews.
import { formatRupees } from '#contract/common/schemas.ts'
import type { Buyer } from './accounts.ts'
import type { Listing } from './listings.ts'
import type { Random } from './random.ts'

type Facts = { listing: Listing; buyer: Buyer; agreed: number; days: number }

/** The messages of a chat. The buyer writes the first, then both take turns. */
type Conversation = (random: Random, facts: Facts) => readonly string[]

const purchase: Conversation = (random, { listing: { book, conditionNote }, agreed }) => {
  const price = formatRupees(agreed)
  return random.pick([
    [
      `Hello, is “${book.title}” still available?`,
      `Yes, it is. ${conditionNote}`,
      `Would you give it for ${price}?`,
      `All right, ${price}. Is the address in your profile right?`,
      'Yes, that one. Thank you!',
    ],
    [
      'Namaste, I am looking for exactly this edition. Do you still have it?',
      `Yes. ${conditionNote}`,
      `${price} is fair. I will take it.`,
      'Good. I can send it tomorrow.',
    ],
  ])
}

const rent: Conversation = (_, { listing: { book }, days }) => [
  `Hi, I saw “${book.title}”. Could I rent it for ${days} days instead of buying?`,
  `Yes, ${days} days come to ${formatRupees((book.rent_price ?? 0) * days)}.`,
  'That works for me. I will bring it back in the same state.',
]

const question: Conversation = (random, { listing: { book }, buyer }) =>
  random.pick([
    [
      `Is ${book.publication_year} the edition they ask for this semester?`,
      'The chapters are the same as far as I know. Compare the contents before you decide.',
      'I will check with my professor and come back to you.',
      'Do. It will be here until Saturday.',
    ],
    [
      `Do you post to ${buyer.city}?`,
      'Everywhere in India, by registered parcel.',
      'Great, I will decide tonight.',
      'Write whenever you like.',
    ],
  ])

export const chats = { purchase, rent, question }

export const thanks = (random: Random, { name }: Listing['seller']): string =>
  random.pick([
    'It arrived today, exactly as described. Thank you!',
    `Received. ${name.split(' ')[0]}, thank you for packing it so well.`,
  ])

export const reviews: Record<number, readonly (string | undefined)[]> = {
  5: ['Exactly what I needed.', 'Clear and complete; worth every rupee.', undefined],
  4: ['Very good, a few printing errors.', 'Good book, honest description.', undefined],
  3: ['Decent, though the new edition has more.', undefined],
  2: ['Too short for my course.'],
}
