import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/help'
import { emptyTextPage, loadTextPage, Paragraphs, TextPage, textPageMeta } from './text-page.tsx'

const title = 'Help'

export const loader = ({ context }: Route.LoaderArgs) => loadTextPage({ context })
export const clientLoader = emptyTextPage
export const meta: Route.MetaFunction = ({ loaderData }) =>
  textPageMeta(
    title,
    'How to buy, rent and sell on Dobara, and what to do when something doesn’t work.',
    paths.help,
  )({ loaderData })

const safetyLink = (
  <Link className="text-primary underline" to={paths.safety}>
    Meeting and paying safely
  </Link>
)

const sections = [
  {
    title: 'How do I buy a book?',
    content: (
      <Paragraphs
        texts={[
          'Press “Chat with Seller” on the book’s page, and agree with the seller on price and handover. Either of you can make an offer there; when the other accepts it, it is an order. If the seller writes the order alone, look whether it says what you agreed on, and press “Confirm order” within 72 hours; until then the copy is kept for you.',
          <>You pay the seller yourself, when you have the book: {safetyLink}.</>,
        ]}
      />
    ),
  },
  {
    title: 'How does renting work?',
    content: (
      <p>
        Books for rent have a price per day. Agree with the seller for how many days; the order
        shows the sum and until when you have the book. When you bring it back, the seller marks it
        as returned.
      </p>
    ),
  },
  {
    title: 'How do I sell a book?',
    content: (
      <p>
        Press “Sell Books”, then “Add Book”. You need two photos or more. For a used book Dobara
        predicts a price from its condition, age and printed price; you can ask another. With one
        email you have a buyer and a seller account, and switch between them in the menu.
      </p>
    ),
  },
  {
    title: 'Something is wrong with my order',
    content: (
      <p>
        Write to the other person in the order’s chat first. A buyer can cancel an order that is
        still pending. If the two of you can’t settle it, write to us.
      </p>
    ),
  },
  {
    title: 'I forgot my password',
    content: (
      <p>
        Press “Forgot password?” at the login. You get a link to choose a new one, by mail or from
        our admins.
      </p>
    ),
  },
  {
    title: 'I can’t sign up: “Many accounts were opened from here lately”',
    content: (
      <p>
        Your hostel or mobile network looks like one person to us. The message says how long to
        wait; with mobile data instead of Wi-Fi, or the other way round, it works at once.
      </p>
    ),
  },
]

export default function Help({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title={title}
      intro="The questions that people ask most."
      sections={sections}
      contact={loaderData.contact}
    />
  )
}
