import { offerHours, proposalHours, ringAnswerHours } from '#contract/common/limits.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/links.tsx'
import {
  emptyTextPage,
  loadTextPage,
  type TextContent,
  TextPage,
  textPageMeta,
} from './text-page.tsx'

const safetyLink = <TextLink to={paths.safety}>Meeting and paying safely</TextLink>

const page: TextContent = {
  title: 'Help',
  description: 'How to buy, rent and sell on Dobara, and what to do when something doesn’t work.',
  path: paths.help,
  intro: 'The questions that people ask most.',
  sections: [
    {
      title: 'How do I buy a book?',
      texts: [
        `Press “Chat with Seller” on the book’s page, and agree with the seller on price and handover. Either of you can make an offer there; the other has ${offerHours} hours to accept it, decline it or make a counter-offer. An accepted offer is an order.`,
        `If the seller writes the order alone, look whether it says what you agreed on, and press “Confirm order” within ${proposalHours} hours; until then the copy is kept for you.`,
      ],
    },
    {
      title: 'How do I pay?',
      texts: [
        'You pay the seller yourself, by UPI or in cash, when you have the book. “Payment” on the order shows what is due and, if the seller gave a UPI ID, where to pay it. Both of you can say there what was paid and received; what you said by mistake you can take back until the other has confirmed it.',
        <>To receive money, nobody scans a code or enters a PIN. More about it: {safetyLink}.</>,
      ],
    },
    {
      title: 'How does meeting work?',
      texts: [
        'In the chat, one of you proposes a place and up to three times, and the other chooses. The meeting’s card then shows both of you where and when.',
        'The buyer’s order has a 4-digit code. Give it only once you have the book: the seller enters it, and the order is marked as delivered.',
      ],
    },
    {
      title: 'Where is my parcel?',
      texts: [
        'When the seller marks the order as shipped, they can add the courier and the tracking number. You find both on the order.',
      ],
    },
    {
      title: 'How does renting work?',
      texts: [
        'Books for rent have a price per day, and some a deposit and a late fee for each day after the last. The offer shows the sum, when the book is due back, and what a lost book costs.',
        'To keep it longer, press “Extend rent” on the order: it sends an offer, and the new date counts once the other accepts. When the book is back, the seller marks it as returned and gives you back the deposit.',
      ],
    },
    {
      title: 'How do I sell a book?',
      texts: [
        'Press “Sell Books”, then “Add Book”. You need two photos or more. For a used book Dobara predicts a price; you can ask another. With one email you have a buyer and a seller account, and switch between them in the menu.',
      ],
    },
    {
      title: 'How do I swap books?',
      texts: [
        'Add the books you need to your Wishlist, one by one or a whole class at once: the condition you’d accept, how far away, and whether you’d also swap for it. Only you see your list.',
        'Tick “Open to swap” on the books that you would give. Their page says so, and Explore Books can be filtered by it. If you have only bought so far, “What can you give?” on your Wishlist lists a copy in a minute.',
        `Often nobody who wants your book has the one you want. Then Dobara looks for a swap between up to five people: each gives a book to the next and gets one from another. You see who gives what to whom, who pays what and how far the books go. All of you have ${ringAnswerHours} hours to accept. If somebody declines, Dobara looks again.`,
        'What others want is on the page “Wanted books”, to which “Wanted” at the foot of each page leads. If you have one of them, press “I have this”.',
        'When someone lists a copy to swap, the first person in line gets it for two hours, or two days if the seller says so. We notify you. Make an offer in the chat, or press “No, thanks” on your Wishlist; then it goes to the next person.',
      ],
    },
    {
      title: 'What should a used book cost?',
      texts: [
        'The page of a title says it for each condition, and the form tells you when you list a copy. It is an estimate from the book’s condition, age and printed price, and from what other people got or ask for the same title, as far as that is known. Sales count more than asking prices, and your own copies don’t count for yours. In the end the two of you agree on a price.',
      ],
    },
    {
      title: 'Something is wrong with my order',
      texts: [
        'A buyer can cancel an order that is still pending. Press “Something is wrong” within seven days of the delivery, before you say that you received the book, or “It hasn’t arrived” from ten days after it was shipped: say what happened and add photos. The seller answers there and can propose a solution, and the order stays open until the problem is solved. Our admins see it too, and can settle it.',
      ],
    },
    {
      title: 'Somebody behaves badly',
      texts: [
        'Press “Report” at the book, the message or the order, or “Report person” in the chat’s menu. Only admins read your report. If you want nothing more to do with somebody, block them in the same menu; they aren’t told.',
      ],
    },
    {
      title: 'I forgot my password',
      texts: [
        'Press “Forgot password?” at the login. You get a link to choose a new one, by email or from our admins.',
      ],
    },
    {
      title: 'I can’t sign up: “Many accounts were opened from here lately”',
      texts: [
        'Your hostel or mobile network looks like one person to us. The message says how long to wait; with mobile data instead of Wi-Fi, or the other way round, it works at once.',
      ],
    },
  ],
}

export const loader = loadTextPage
export const clientLoader = emptyTextPage
export const meta = textPageMeta(page)

export default function Help() {
  return <TextPage {...page} />
}
