import { proposalHours, ringAnswerHours } from '#contract/common/limits.ts'
import { paths } from '#web/paths.ts'
import {
  emptyTextPage,
  loadTextPage,
  type TextContent,
  TextPage,
  textPageMeta,
} from './text-page.tsx'

const page: TextContent = {
  title: 'Terms of use',
  description: 'What you agree to when you buy, rent, sell or swap books on Dobara.',
  path: paths.terms,
  intro: 'What you agree to when you use Dobara, in plain words.',
  changedOn: '26 November 2026',
  sections: [
    {
      title: 'What Dobara is',
      texts: [
        'Dobara is a place where people find each other to buy, sell, rent and swap books. A deal is between the people in it: we don’t own the books, don’t check them, don’t deliver them and don’t hold any money.',
        'Using Dobara is free.',
      ],
    },
    {
      title: 'Your account',
      points: [
        'Give your real name and an email that is yours. One email can have a buyer account and a seller account, with one password.',
        'Keep your password to yourself; what is done with it counts as done by you.',
        'If you are under 18, a parent or guardian has to agree to these terms and to each of your deals.',
        'You can delete your account at any time in your profile, once your orders are finished or cancelled.',
      ],
    },
    {
      title: 'What you may list',
      points: [
        'Books that are yours and that you have at hand, with your own photos of that copy and its true condition.',
        'No photocopies, scans or pirated prints, no instructor’s copies marked “not for sale”, and nothing else that the law forbids to sell.',
        'A used book can cost at most the price printed on it. A predicted price, and what a title’s page says that copies should sell for, is an estimate, not a promise; you decide what you ask.',
      ],
    },
    {
      title: 'Orders',
      points: [
        'You agree on the deal in the chat: one of you makes an offer and the other accepts it, or the seller writes the order alone. Either way the copy is kept for the buyer.',
        `An order that the seller wrote alone binds the buyer only once they confirm it. After ${proposalHours} hours without an answer it is cancelled, and the copy is free again. The buyer can cancel an order that is still pending.`,
        'An order is closed when the buyer says that the book was received or rates it, or seven days after the delivery, but not while a problem with it is open. After that only we can change it.',
        'A rent costs the number of days times the price per day; a deposit and a late fee only if the order says so. The book stays the seller’s; bring it back on time and as it was, and you get the deposit back. An accepted offer can extend the rent. If the book is lost or damaged, the two of you settle it, at most for the price of the book.',
        'How you hand over and pay is up to the two of you. Read how to do both safely before you meet.',
      ],
    },
    {
      title: 'Swaps',
      texts: [
        `In a swap you give books for books. It is agreed when one of you accepts the other’s offer. A swap that Dobara finds, between two to five people, is agreed once all of them have accepted it within ${ringAnswerHours} hours; until then each can decline. Each book is then an order between the one who gives it and the one who gets it.`,
        'What a book counts for isn’t paid. Rupees on top are paid by one member to another, as the swap says: Dobara moves no money here either.',
        'Until the first book is handed over or sent, each member can cancel the whole swap, and all its books are free again. After that a book can only be cancelled by itself. If one is cancelled then, or doesn’t come within a week after the first, an admin looks into it and writes to all members what is owed.',
      ],
    },
    {
      title: 'How we treat each other',
      points: [
        'No deception, threats, insults, harassment or advertising, and no messages to people who want nothing from you.',
        'Rate what you have received, honestly, and never your own books.',
        'Don’t collect other people’s data, and don’t use anybody’s address or phone number for anything but the deal.',
        'Don’t attack or overload Dobara, and don’t get around its limits.',
      ],
    },
    {
      title: 'What we may do',
      texts: [
        'We may take off books and reviews and block accounts that break these terms or the law; we tell a seller why a book was taken off. You can complain about it at the address below.',
        'We take care that Dobara works, but we can’t promise that it always does. We aren’t liable for what the people of a deal do or don’t do, except where the law says so. Nothing here takes away rights that the law gives you as a consumer.',
        'If these terms change in anything that matters to you, we say so on this page before it applies. The law of India applies.',
      ],
    },
  ],
}

export const loader = loadTextPage
export const clientLoader = emptyTextPage
export const meta = textPageMeta(page)

export default function Terms() {
  return <TextPage {...page} />
}
