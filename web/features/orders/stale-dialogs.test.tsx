// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Meeting } from '#contract/orders/meetings.ts'
import type { Order } from '#contract/orders/orders.ts'
import { renderPage } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { ExtendRent } from './extend-rent.tsx'
import { MeetingCard } from './hand-over/meeting-card.tsx'
import { ArrangeMeeting } from './hand-over/order-hand-over.tsx'
import { RateOrder } from './rate-order.tsx'

type Shown = Pick<Order, 'status'> & { isPossible: boolean }

const orderOf = ({ status, isPossible }: Shown, action: Order['can'][number]) =>
  ({
    _id: 'order',
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

test.each(screens)(
  'an open dialog for %s stays, and can’t be sent any more',
  async (_, ...shown) => {
    const { change } = await open(...shown)
    expect(screen.queryByRole('alert')).toBeNull()
    change({ status: 'Cancelled', isPossible: false })
    expect(screen.getByRole('alert').textContent).toBe(staleText)
  },
)
