import { paths } from '#web/paths.ts'
import {
  emptyTextPage,
  loadTextPage,
  type TextContent,
  TextPage,
  textPageMeta,
} from './text-page.tsx'

const page: TextContent = {
  title: 'Privacy',
  description:
    'What Dobara keeps about you, for how long, who sees it, and how to get or delete it.',
  path: paths.privacy,
  intro: 'What we keep about you, for how long, and who sees it.',
  changedOn: '25 November 2026',
  sections: [
    {
      title: 'What we keep',
      points: [
        'Your account: your name, your email, a hash of your password from which it can’t be worked out, and a picture if you add one. For buyers also the address. For sellers whether they are a shop or a student, a shop’s name and address, and, if given, a phone number, a UPI ID, a PIN code and how they hand books over; a PIN code in a shop’s address counts as given.',
        'Your books with their photos. We remove the location and camera details that phones add to photos.',
        'If you help at a shop: your name, your email and a hash of your password.',
        'Your chats and offers, your orders with their history, meetings and tracking numbers, delivery address and phone number, what you both said about payments, the addresses that you keep for the next order, and your reviews.',
        'The books you saved, with the date and what they cost then. The searches you saved, with the date, and when we last found something for them; for a search by distance also the PIN code it starts from.',
        'What you want to swap for, since when and on which terms; if you set a distance, also the PIN code it starts from.',
        'Problems with orders: what the two of you wrote about them, and your photos.',
        'What you reported, with a copy of the message if it was one, and the people you blocked.',
        'Whether you have confirmed your email, whether you want emails about what is waiting for you while you are away, and when the last one was sent. If you switched on push messages: your browser’s address at its push service.',
        'The browsers you are logged in with: what kind they are, when you logged in, and when you last used them.',
        'Network addresses, to stop people guessing passwords or opening masses of accounts: in the database for an hour or two, and in the server’s log when you log in or out or when anything else happens that concerns an account’s safety.',
      ],
    },
    {
      title: 'Who sees it',
      points: [
        'Everybody: a seller’s name, books and ratings, the area, city and state of their books (never a PIN code, an address or a point on a map), how they hand them over, and reviews with the writer’s first name.',
        'Everybody, without names or exact days: what copies of a title were sold for, and in which month. The prices that people set and agree on also count towards the prices we predict for others.',
        'Everybody, without names: how many people want a title, and how many in a city once at least three there want it. Nobody but you sees that you want it.',
        'The two people of a chat: its messages. Our admins can read a chat only if one of the two has reported the other, a message in it or an order from it, and each time is recorded.',
        'The two people of an offer: its delivery address and phone number, even while it is still open. If it ends without a deal, both are erased.',
        'The two people of an order: its delivery address and phone number (the seller sees them until 30 days after the order is closed or cancelled), what they said about payments, problems with their photos, and the seller’s email; the buyer’s email once the buyer has agreed to it. The seller’s UPI ID is shown only to buyers who have agreed to an order, to pay for it.',
        'The helpers of a shop: its books, chats, orders, payments, problems, reports and profile, as its owner, but not what the owner wants or swaps. The owner sees a helper’s name and email; buyers see the name with the helper’s messages in chats and in the history of orders.',
        'Only you and our admins: what you reported. Only you: the people you blocked, and the books and searches you saved.',
        'Our admins: names, emails and phone numbers, books, reviews, orders with address and phone number, and problems with their texts and photos. What they do with accounts, books, orders and reports is recorded.',
        'Emails about what is waiting for you name the other person and the book, but don’t quote what was written. Push messages name them only if you allow it; they travel, encrypted, through the push service of your browser’s maker.',
        'Nobody else. We sell nothing, show no advertisements and don’t track what you read; recommendations are based on the books, not on you.',
      ],
    },
    {
      title: 'For how long',
      points: [
        'Your account, books, chats and orders: until you delete your account.',
        'Notifications: 90 days. A login: until 30 days after you last used it, and at most 90 days. A request for a new password: seven days.',
        'If you help at a shop: until you leave or its owner removes you. What you wrote and did there keeps your name until the owner’s account is deleted. An invitation to help: seven days.',
        'Photos that no book uses any more: about a day. Photos of problems: until the person who sent them deletes their account.',
        'Your browser’s address for push messages: until you switch them off or the login ends. A code to confirm your email: 15 minutes.',
        'Saved books and searches: until you take them off your list, plus ten minutes in which you can put them back.',
        'What you want: until you remove it, or delete the last of your two accounts.',
        'What was reported: for good, without your name once you have left. The name and message of somebody who was reported and has left: until the report is dealt with.',
        'What admins did: for good, so that it can be checked.',
      ],
    },
    {
      title: 'In your browser',
      texts: [
        'Your browser keeps your login, messages that couldn’t be sent yet, and the pages you read last, so that they are there without a connection. It also keeps text that you have typed but not sent, such as half a message or a listing, for a week at most, but not the addresses and phone numbers of orders and offers. Logging out deletes all of this. We use no cookies.',
        'Where you are, if you say so to see how far books are: a PIN code, or your position rounded to about a kilometre. It stays in your browser until you remove it. Distances are asked for with it, and lists sorted by distance have it in their web address. We store it only if you save a search with a distance, and then only the PIN code nearest to you.',
        'What you pressed before you logged in, such as saving a book or a search, waits in the tab for half an hour at most. The password you choose at sign-up is filled into the login that follows and isn’t kept anywhere.',
      ],
    },
    {
      title: 'Deleting your account',
      texts: [
        'You can do it in your profile, once your orders are finished or cancelled. Your name, email, password, addresses, phone number, UPI ID, picture, notifications, saved books and searches and the photos you sent about problems are erased at once, from past orders too, and your books leave the market. The people you blocked, what you want and your choice of emails are erased when you delete the last of your two accounts.',
        'What also belongs to others stays with them, without your name: the messages you wrote to them, the orders you had with them, along with problems, payments and meetings, and the reviews you wrote.',
      ],
    },
    {
      title: 'Your rights',
      texts: [
        'In your profile you can see and correct your data, and download all of it as a file. You may ask us what we keep about you, have it corrected or erased, and complain: first at the address below, then at the Data Protection Board of India.',
        'If you are under 18, a parent or guardian has to agree that we keep your data, and may ask for all of this in your name.',
      ],
    },
  ],
}

export const loader = loadTextPage
export const clientLoader = emptyTextPage
export const meta = textPageMeta(page)

export default function Privacy() {
  return <TextPage {...page} />
}
