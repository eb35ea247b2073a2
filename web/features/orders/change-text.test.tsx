// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Meeting } from '#contract/orders/meetings.ts'
import type { Order } from '#contract/orders/orders.ts'
import { renderPage } from '#web/testing-components.tsx'
import { BuyerDealActions } from './deals/buyer-deal-actions.tsx'
import { ExtendRent } from './extend-rent.tsx'
import { MeetingCard } from './hand-over/meeting-card.tsx'
import { ArrangeMeeting } from './hand-over/order-hand-over.tsx'
import { RateOrder } from './rate-order.tsx'

type Shown = Pick<Order, 'status'> & { isPossible: boolean }

const orderOf = ({ status, isPossible }: Shown, action: Order['can'][number], id = 'order') =>
  ({
    _id: id,
    status,
    book: { _id: 'book', title: 'Dynamics', bookType: 'old', images: [] },
    seller: { _id: 'seller', name: 'Ravi' },
    chat: { _id: 'chat' },
    price: 40,
    rentEndDate: '2026-11-28',
    can: isPossible ? [action] : [],
  }) as unknown as Order

const meetingOf = ({ status, isPossible }: Shown): Meeting => ({
  _id: 'meeting',
  chatId: 'chat',
  place: 'College gate',
  orders: [{ _id: 'order', title: 'Dynamics', status }],
  status: status === 'Pending' ? 'open' : 'over',
  codeEnded: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  can: isPossible ? ['propose', 'enter-code'] : [],
})

const card = (shown: Shown) => (
  <MeetingCard meeting={meetingOf(shown)} side="seller" partnerName="Asha" />
)
const screens: [name: string, button: string, part: (shown: Shown) => ReactNode][] = [
  [
    'a meeting on an order',
    'Propose a meeting',
    (shown) => <ArrangeMeeting order={orderOf(shown, 'propose-meeting')} next={[]} />,
  ],
  ['other times of a meeting', 'Propose a time', card],
  ['a code', 'Enter code of order ORDER', card],
  [
    'a longer rent',
    'Extend rent of order ORDER',
    (shown) => <ExtendRent order={orderOf(shown, 'extend')} side="buyer" />,
  ],
  [
    'a rating',
    'Rate book and seller',
    (shown) => <RateOrder order={orderOf(shown, 'rate')} isNext />,
  ],
]

async function open(button: string, part: (shown: Shown) => ReactNode) {
  let change = (_: Shown) => {}
  function Screen() {
    const [shown, setShown] = useState<Shown>({ status: 'Pending', isPossible: true })
    change = (next) => act(() => setShown(next))
    return <MemoryRouter>{part(shown)}</MemoryRouter>
  }
  const user = renderPage(<Screen />)
  await user.click(screen.getByRole('button', { name: button }))
  return { change }
}
const told = () => screen.getByRole('alert').textContent

test.each(screens)('an open dialog for %s names no status after a block', async (_, ...shown) => {
  const { change } = await open(...shown)
  change({ status: 'Pending', isPossible: false })
  expect(told()).toBe('This can’t be done any more.')
})

test.each(screens)('an open dialog for %s names the status that is new', async (_, ...shown) => {
  const { change } = await open(...shown)
  change({ status: 'Cancelled', isPossible: false })
  expect(told()).toBe('The order has changed: it is Cancelled now.')
})

test('a status from before the dialog was opened again is no news', async () => {
  const { change } = await open('Rate book and seller', (shown) => (
    <RateOrder order={orderOf(shown, 'rate')} isNext />
  ))
  screen.getByRole('button', { name: 'Close' }).click()
  change({ status: 'Delivered', isPossible: true })
  await act(async () => screen.getByRole('button', { name: 'Rate book and seller' }).click())
  change({ status: 'Delivered', isPossible: false })
  expect(told()).toBe('This can’t be done any more.')
})

test('a deal’s confirmation names no status if none has changed', async () => {
  const { change } = await open('I have received them all', (shown) => (
    <BuyerDealActions
      dealId="deal"
      orders={['a', 'b'].map((id) => orderOf(shown, 'receive', id))}
      isReceivingNext
    />
  ))
  change({ status: 'Pending', isPossible: false })
  expect(told()).toBe('This can’t be done any more.')
})
