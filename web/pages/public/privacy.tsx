import { paths } from '#web/paths.ts'
import type { Route } from './+types/privacy'
import {
  emptyTextPage,
  loadTextPage,
  Paragraphs,
  Points,
  TextPage,
  textPageMeta,
} from './text-page.tsx'

const title = 'Privacy'

export const loader = ({ context }: Route.LoaderArgs) => loadTextPage({ context })
export const clientLoader = emptyTextPage
export const meta: Route.MetaFunction = ({ loaderData }) =>
  textPageMeta(
    title,
    'What Dobara keeps about you, for how long, who sees it, and how to get or delete it.',
    paths.privacy,
  )({ loaderData })

const sections = [
  {
    title: 'What we keep',
    content: (
      <Points
        texts={[
          'Your account: name, email, your password only as a hash that can’t be turned back, and a picture if you add one. Of buyers the address; of sellers whether they are a shop or a student, a shop’s name and address, and a phone number if they give one.',
          'Your books with their photos. We store photos anew, without the place and camera data that phones write into them.',
          'Your chats and offers, your orders with their history, meetings and tracking numbers, delivery address and phone number, the addresses that you keep for the next order, and your reviews.',
          'The browsers in which you are logged in: their kind, and when you logged in and were last there.',
          'Network addresses, to stop guessing of passwords and floods of accounts: in the database for an hour or two, and in the log of the server where something about an account’s safety happened.',
        ]}
      />
    ),
  },
  {
    title: 'Who sees it',
    content: (
      <Points
        texts={[
          'Everybody: a seller’s name, books and ratings, and reviews with the writer’s first name.',
          'The two people of a chat: its messages. Nobody else reads them, unless one of the two shows them to us.',
          'The two people of an offer that was accepted, or of an order: its delivery address and phone number, and the seller’s email; the buyer’s email once the buyer has agreed to it.',
          'Our admins: names, emails and phone numbers, books, reviews, and orders with address and phone number. What they do with accounts and books is recorded.',
          'Nobody else. We sell nothing, show no advertisements and don’t follow what you read; recommendations come from the books, not from you.',
        ]}
      />
    ),
  },
  {
    title: 'For how long',
    content: (
      <Points
        texts={[
          'Your account, books, chats and orders: until you delete your account.',
          'Notifications: 90 days. A login: until 30 days after you last used it, at most 90 days. The cookie by which your account knows your browser: 180 days. A request for a new password: seven days.',
          'Photos that no book shows any more: about a day.',
          'What admins did: for good, so that it can be checked.',
        ]}
      />
    ),
  },
  {
    title: 'In your browser',
    content: (
      <Paragraphs
        texts={[
          'Your browser keeps your login, messages that couldn’t be sent yet, and the pages you read last, so that they are there without a connection. Logging out deletes them, except for unsent messages, which wait for your next login. There is one cookie, by which your account knows your browser; it is there to tell you from somebody who guesses passwords.',
          'What you pressed before you logged in waits in the tab for half an hour at most. A password you choose at sign-up is filled into the login that follows; it is kept nowhere.',
        ]}
      />
    ),
  },
  {
    title: 'Deleting your account',
    content: (
      <Paragraphs
        texts={[
          'You can do it in your profile, once your orders are finished or cancelled. Name, email, password, address, phone number, picture and notifications are erased at once, also from past orders, and your books leave the market.',
          'What belongs to others too stays with them, without your name: messages that you wrote to them, orders you made together, and the reviews you wrote.',
        ]}
      />
    ),
  },
  {
    title: 'Your rights',
    content: (
      <Paragraphs
        texts={[
          'In your profile you can see and correct your data, and download all of it as a file. You may ask us what we keep about you, have it corrected or erased, and complain: first at the address below, then at the Data Protection Board of India.',
          'If you are under 18, a parent or guardian has to agree that we keep your data, and may ask for all of this in your name.',
        ]}
      />
    ),
  },
]

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title={title}
      intro="What we keep about you, for how long, and who sees it."
      sections={sections}
      contact={loaderData.contact}
      changedOn="22 November 2026"
    />
  )
}
