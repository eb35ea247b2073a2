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
          'Your account: name, email, your password only as a hash that can’t be turned back, and a picture if you add one. Of buyers the address; of sellers whether they are a shop or a student, a shop’s name and address, and a phone number, UPI ID and PIN code if they give them, and how they hand books over if they say it; a PIN code in a shop’s address counts as given.',
          'Your books with their photos. We store photos anew, without the place and camera data that phones write into them.',
          'Your chats and offers, your orders with their history, meetings and tracking numbers, delivery address and phone number, what you both said about payments, the addresses that you keep for the next order, and your reviews.',
          'The books you saved, when, and what they cost then. The searches you saved, when, and when we found something for them; with a distance also the PIN code it is from.',
          'What you want in exchange, since when and on which terms; with a distance also the PIN code it is from.',
          'Problems with orders: what the two of you wrote about them, and your photos.',
          'Your reports, with a copy of the message if you reported one, and whom you blocked.',
          'Whether you confirmed your email and want mails about what waits for you while you are away, and when the last one was sent. Where you switched on push messages: your browser’s address at its push service.',
          'The browsers in which you are logged in: their kind, and when you logged in and were last there.',
          'Network addresses, to stop guessing of passwords and floods of accounts: in the database for an hour or two, and in the log of the server when you log in or out, and when something else about an account’s safety happens.',
        ]}
      />
    ),
  },
  {
    title: 'Who sees it',
    content: (
      <Points
        texts={[
          'Everybody: a seller’s name, books and ratings, the PIN code, area, city and state of their books (never an address or a point on a map), how they hand them over, and reviews with the writer’s first name.',
          'Everybody, without names and days: for how much copies of a title were sold, and in which month. Prices that people set and agree on also count in what we predict for others.',
          'Everybody, without names: how many people want a title, and in a city once at least three want it there. Who wants it only they themselves see.',
          'The two people of a chat: its messages. Our admins can read a chat only if one of the two reported the other, or a message or an order of it; each reading is recorded.',
          'The two people of an offer: its delivery address and phone number, already while it is open. If it ends without a deal, both are erased.',
          'The two people of an order: its delivery address and phone number, what they said about payments, problems with their photos, and the seller’s email; the buyer’s email once the buyer has agreed to it. The seller’s UPI ID is shown only to buyers who have agreed to an order, to pay for it.',
          'Only you and our admins: your reports. Only you: whom you blocked, and which books and searches you saved.',
          'Our admins: names, emails and phone numbers, books, reviews, orders with address and phone number, and problems with their texts and photos. What they do with accounts, books, orders and reports is recorded.',
          'Mails about what waits for you name the other person and the book, not what was written. Push messages do so only if you allow it; they travel, encrypted, through the push service of your browser’s maker.',
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
          'Photos that no book shows any more: about a day. Photos of problems: until whoever sent them deletes their account.',
          'Where push messages go: until you switch them off or the login ends. A code to confirm your email is valid for 15 minutes.',
          'Saved books and searches: until you take them off your list, and ten minutes longer, so that you can put them back.',
          'What you want: until you remove it, or delete the last of your two accounts.',
          'Reports: for good, without your name once you have left. The name and message of somebody who was reported and has left: until the report is dealt with.',
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
          'Your browser keeps your login, messages that couldn’t be sent yet, codes that you entered at a meeting without a connection, until they are checked, and the pages you read last, so that they are there without a connection. Logging out deletes them, except for unsent messages and unchecked codes, which wait for your next login. There is one cookie, by which your account knows your browser; it is there to tell you from somebody who guesses passwords.',
          'Where you are, if you say so to see how far books are: a PIN code, or your position rounded to about a kilometre. It stays in your browser until you remove it. Distances are asked for with it, and lists by distance have it in their address. We store it only if you save a search with a distance, and of your position then only the nearest PIN code.',
          'What you pressed before you logged in, as to save a book or a search, waits in the tab for half an hour at most. A password you choose at sign-up is filled into the login that follows; it is kept nowhere.',
        ]}
      />
    ),
  },
  {
    title: 'Deleting your account',
    content: (
      <Paragraphs
        texts={[
          'You can do it in your profile, once your orders are finished or cancelled. Name, email, password, addresses, phone number, UPI ID, picture, notifications, saved books and searches and the photos you sent about problems are erased at once, also from past orders, and your books leave the market. Whom you blocked, what you want and your choice of mails are erased with the last of your two accounts.',
          'What belongs to others too stays with them, without your name: messages that you wrote to them, orders you made together with their problems, payments and meetings, and the reviews you wrote.',
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
      changedOn="25 November 2026"
    />
  )
}
