// What buyers and sellers write to each other, with the facts of the book filled in.
import { toRupees } from '#contract/common.ts'
import type { Side } from '#contract/endpoint.ts'
import type { Listing } from './listings.ts'
import type { Random } from './random.ts'

export type Line = readonly [who: Side, text: string]
export type Talk = { book: Listing; agreed: number; days: number; buyerName: string; city: string }

const rupees = (paise: number) => `₹${toRupees(paise).toLocaleString('en-IN')}`
const firstName = (name: string) => name.split(' ')[0] ?? name

const hello = (random: Random, { book }: Talk): Line[] => [
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
      `Yes. ${book.state}`,
    ]),
  ],
]

const condition = (random: Random, { book }: Talk): Line[] => [
  [
    'buyer',
    random.pick([
      'How is the copy? Any torn pages?',
      'Can you tell me a little about the condition?',
      'Is anything written inside?',
    ]),
  ],
  ['seller', book.state],
]

const haggle = (random: Random, { book, agreed }: Talk): Line[] =>
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

const rentTerms = (random: Random, { book, days }: Talk): Line[] => [
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

const handover = (random: Random, { book, city }: Talk): Line[] => [
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

/** A conversation that leads to a purchase or, with days, a rent. */
export function dealTalk(random: Random, talk: Talk, type: 'rent' | 'purchase'): Line[] {
  return [
    ...hello(random, talk),
    ...(random.chance(0.6) ? condition(random, talk) : []),
    ...(type === 'rent' ? rentTerms(random, talk) : haggle(random, talk)),
    ...(random.chance(0.7) ? handover(random, talk) : []),
  ]
}

/** A question that has not led to an order; the last word may be either side's. */
export function askTalk(random: Random, talk: Talk): Line[] {
  const { book } = talk
  const ends: Line[][] = [
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
      ['buyer', `Do you post to ${talk.city}?`],
      ['seller', 'Everywhere in India, by registered parcel.'],
      ['buyer', 'Great, I will decide tonight.'],
    ],
  ]
  return [
    ...hello(random, talk),
    ...(random.chance(0.5) ? condition(random, talk) : []),
    ...random.pick(ends),
  ]
}

/** What a buyer writes once the book is there. */
export const thanks = (random: Random, { book }: Talk): Line[] => [
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

/** Short words beside a rating, by the stars of the book. */
export function reviewOf(random: Random, stars: number): string | undefined {
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
