import { paths } from '#web/paths.ts'
import {
  emptyTextPage,
  loadTextPage,
  type TextContent,
  TextPage,
  textPageMeta,
} from './text-page.tsx'

const phoneLink = (number: string) => (
  <a className="text-primary underline" href={`tel:${number}`}>
    {number}
  </a>
)

const page: TextContent = {
  title: 'Meeting and paying safely',
  description:
    'How to meet, check a book and pay for it without being cheated, and what to do if something goes wrong.',
  path: paths.safety,
  intro:
    'Most people here are students and readers like you. These few rules keep you safe from the others.',
  sections: [
    {
      title: 'Paying',
      points: [
        'Dobara never holds your money and never asks you for any. You pay the other person yourself.',
        'Pay by UPI or in cash, when you have the book in your hands and have looked through it.',
        'To receive money you never scan a QR code, never enter your UPI PIN and never share an OTP. Anyone who asks you to is trying to take your money.',
        'Don’t send an advance, a deposit or a courier fee to somebody you haven’t met. The deposit of a rent is paid when you get the book.',
        'Check in your own bank or UPI app that the money has arrived. A screenshot proves nothing.',
      ],
    },
    {
      title: 'Meeting',
      points: [
        'Meet by day where other people are: a college gate, a library, a café, a metro station.',
        'Take somebody along, or tell somebody where you are going and when you will be back.',
        'Don’t go to a stranger’s home or hostel room, and don’t get into their car.',
        'Look at the pages, the edition and the binding before you pay. You may say no.',
        'Buyers: tell the seller your four-digit code only when the book is in your hands. It marks the order as delivered.',
        'Sellers: enter the code while you are still together.',
      ],
    },
    {
      title: 'Sending by post',
      points: [
        'Agree in the chat who pays the postage before anything is sent.',
        'Sellers: photograph the book and the parcel, and add the courier and the tracking number to the order.',
        'Buyers: open the parcel at once. If it isn’t the book you ordered, take photos and press “Something is wrong” on the order.',
      ],
    },
    {
      title: 'Renting',
      points: [
        'Look at the deposit, the late fee and the price of a lost book before you accept an offer. Agree in the chat what happens if the book comes back damaged.',
        'Extend a rent with an offer on the order, not only by word.',
        'Take photos of the book together when it changes hands, both times.',
      ],
    },
    {
      title: 'Swapping',
      points: [
        'In a swap you meet the one who gives you a book and the one who gets yours, not the others. Choose a public place for each, as for any book.',
        'Each book has a code of its own. Tell the code of the book you get only when it is in your hands; type the code of the one who gets yours when you have given it to them.',
        'Pay rupees on top when you have your book, to the member whom the swap names, and to nobody else: Dobara moves no money.',
        'By post somebody has to send first. If your book doesn’t come within a week after the first one, an admin looks into the swap.',
      ],
    },
    {
      title: 'In the chat',
      points: [
        'Stay in Dobara’s chat until the deal is done: what was agreed stands there for both of you.',
        'Don’t open links from strangers, don’t install an app for them, and never share your screen.',
        'Give your address and phone number only when you have agreed on the deal.',
      ],
    },
    {
      title: 'If you are under 18',
      texts: [
        'Use Dobara together with a parent or guardian. They should read what you agree on, and come along when you meet anybody.',
      ],
    },
    {
      title: 'If something went wrong',
      texts: [
        'Press “Something is wrong” on the order, or “Report” at the book, the message or the order. We can settle problems, hide books and block accounts. You can also block somebody yourself, in the chat’s menu.',
        <>
          If money was taken from you, call your bank and the national cybercrime helpline{' '}
          {phoneLink('1930')} at once, or report it at cybercrime.gov.in: the sooner you do, the
          better the chance to stop the payment. In danger, call {phoneLink('112')}.
        </>,
      ],
    },
  ],
}

export const loader = loadTextPage
export const clientLoader = emptyTextPage
export const meta = textPageMeta(page)

export default function Safety() {
  return <TextPage {...page} />
}
