import type { Side } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Listing } from '#server/demo/listings.ts'
import type { Random } from '#server/demo/random.ts'

export type Message = readonly [who: Side, text: string]
export type MessageFacts = {
  book: Listing
  agreed: number
  days: number
  buyerName: string
  city: string
}

const rupees = (paise: number) => `₹${toRupees(paise).toLocaleString('en-IN')}`
const firstName = (name: string) => name.split(' ')[0] ?? name

const greeting = (random: Random, { book }: MessageFacts): Message[] => [
  [
    'buyer',
    random.pick([
      `Hello, is "${book.title}" still available?`,
      `Hi, I saw your listing of "${book.title}". Is it still there?`,
      `Namaste, I am looking for exactly this edition of "${book.title}". Do you still have it?`,
      'Good morning, is this one still with you?',
    ]),
  ],
  [
    'seller',
    random.pick([
      'Yes, it is.',
      'Hello, yes, it is here.',
      'Yes, still available.',
      `Yes. ${book.conditionNote}`,
    ]),
  ],
]

const condition = (random: Random, { book }: MessageFacts): Message[] => [
  [
    'buyer',
    random.pick([
      'How is the copy? Any torn pages?',
      'Can you tell me a little about the condition?',
      'Is anything written inside?',
    ]),
  ],
  ['seller', book.conditionNote],
]

const negotiation = (random: Random, { book, agreed }: MessageFacts): Message[] =>
  agreed < book.price
    ? [
        [
          'buyer',
          random.pick([
            `Would you give it for ${rupees(agreed)}?`,
            `${rupees(book.price)} is a little more than I have. ${rupees(agreed)}?`,
          ]),
        ],
        [
          'seller',
          random.pick([
            `All right, ${rupees(agreed)} then.`,
            `For a student, ${rupees(agreed)} is fine.`,
          ]),
        ],
      ]
    : [
        [
          'buyer',
          random.pick([
            `Is ${rupees(book.price)} the last price?`,
            `${rupees(book.price)} is fair. I will take it.`,
          ]),
        ],
        [
          'seller',
          random.pick(['It is, and I will pack it well.', 'Yes. I can send it tomorrow.']),
        ],
      ]

const rentTerms = (random: Random, { book, days }: MessageFacts): Message[] => [
  [
    'buyer',
    random.pick([
      `I only need it for my exams. Can I rent it for ${days} days?`,
      `Could I rent it for ${days} days instead of buying?`,
    ]),
  ],
  [
    'seller',
    `Yes, it is ${rupees(book.rent_price ?? 0)} a day, so ${rupees((book.rent_price ?? 0) * days)} for ${days} days.`,
  ],
  [
    'buyer',
    random.pick([
      'That works for me.',
      'Good, please make the order.',
      'Fine. I will bring it back in the same state.',
    ]),
  ],
]

const deliveryDetails = (random: Random, { book, city }: MessageFacts): Message[] => [
  random.chance(0.5) || city !== book.seller.city
    ? [
        'seller',
        random.pick([
          'Send me the address and a phone number for the parcel, please.',
          'I will post it. Is the address in your profile right?',
        ]),
      ]
    : ['seller', `You could also pick it up at ${book.seller.spot}.`],
  [
    'buyer',
    random.pick([
      'Please use the address on my profile.',
      'Yes, that address is right. Thank you!',
      'Parcel is better for me, thanks.',
    ]),
  ],
]

export function orderMessages(
  random: Random,
  facts: MessageFacts,
  type: 'rent' | 'purchase',
): Message[] {
  return [
    ...greeting(random, facts),
    ...(random.chance(0.6) ? condition(random, facts) : []),
    ...(type === 'rent' ? rentTerms(random, facts) : negotiation(random, facts)),
    ...(random.chance(0.7) ? deliveryDetails(random, facts) : []),
  ]
}

export function questionMessages(random: Random, facts: MessageFacts): Message[] {
  const { book } = facts
  const ends: Message[][] = [
    [
      ['buyer', 'Could you keep it for me until Saturday?'],
      ['seller', 'Until Saturday, yes.'],
    ],
    [['buyer', 'Let me ask my classmates, perhaps two of us will buy together.']],
    [
      ['buyer', 'Is the second volume with you as well?'],
      ['seller', 'Not at the moment. I will write if one comes in.'],
    ],
    [
      ['buyer', `Is ${book.publication_year ?? 'this'} the edition they ask for this semester?`],
      [
        'seller',
        'The chapters are the same as far as I know. Compare the contents before you decide.',
      ],
      ['buyer', 'I will check with my professor and come back to you.'],
    ],
    [
      ['buyer', `Do you post to ${facts.city}?`],
      ['seller', 'Everywhere in India, by registered parcel.'],
      ['buyer', 'Great, I will decide tonight.'],
    ],
  ]
  return [
    ...greeting(random, facts),
    ...(random.chance(0.5) ? condition(random, facts) : []),
    ...random.pick(ends),
  ]
}

export const thanksMessages = (random: Random, { book }: MessageFacts): Message[] => [
  [
    'buyer',
    random.pick([
      'It arrived today, exactly as described. Thank you!',
      'Got the book, very happy with it.',
      `Received. ${firstName(book.seller.name)}, thank you for packing it so well.`,
    ]),
  ],
  ...(random.chance(0.6)
    ? [
        [
          'seller',
          random.pick([
            'Glad to hear it. Good luck with the studies!',
            'Happy reading!',
            'You are welcome. Pass it on when you are done.',
          ]),
        ] as const,
      ]
    : []),
]

export function reviewText(random: Random, stars: number): string | undefined {
  if (random.chance(0.4)) return undefined
  if (stars >= 5)
    return random.pick([
      'Exactly what I needed.',
      'A book to keep.',
      'Clear and complete; worth every rupee.',
      'Cannot believe somebody gave it away.',
    ])
  if (stars === 4)
    return random.pick([
      'Very good, a few printing errors.',
      'Good book, honest description.',
      'Helped a lot before the exam.',
    ])
  if (stars === 3)
    return random.pick(['Decent, though the new edition has more.', 'Fine for revision.'])
  return random.pick(['Too short for my course.', 'The examples are dated.'])
}
