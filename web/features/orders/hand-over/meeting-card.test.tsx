// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Meeting } from '#contract/orders/meetings.ts'
import { logIn, logInAgain, renderWithLinks } from '#web/testing-components.tsx'
import { MeetingCard } from './meeting-card.tsx'
import { ProposeMeetingDialog } from './propose-meeting.tsx'

const meeting: Meeting = {
  _id: 'meeting',
  chatId: 'chat',
  place: 'College gate',
  orders: [{ _id: 'order', title: 'Dynamics', status: 'Pending' }],
  status: 'open',
  codeEnded: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  can: [],
}
const show = (over: Partial<Meeting>) =>
  renderWithLinks(<MeetingCard meeting={{ ...meeting, ...over }} side="buyer" partnerName="Ravi" />)

test('a meeting that is over says when the book was handed over, not when it was planned', () => {
  show({
    status: 'handed-over',
    startsAt: '2026-11-24T11:30:00.000Z',
    handedOverAt: '2026-11-23T12:33:00.000Z',
  })
  expect(screen.getByText('Mon 23 Nov, 6:03 pm')).toBeTruthy()
  expect(screen.queryByText(/24 Nov/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the order' })).toBeTruthy()
})

test('a time to agree to says that it is chosen', () => {
  const times = ['2026-11-24T11:30:00.000Z']
  show({ proposal: { _id: 'p', by: 'seller', place: 'College gate', times }, can: ['choose'] })
  expect(screen.getByRole('button', { name: 'Choose Tue 24 Nov, 5 pm' })).toBeTruthy()
})

test('the meeting of an exchange names all books that are handed over', () => {
  show({ exchanged: ['Optics'], code: '1234' })
  expect(screen.getByText(/only when “Dynamics” is in your hands/)).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Dynamics', 'Optics']),
  )
})

test('an unsent proposal survives the end of the session', async () => {
  logIn('buyer')
  const open = () =>
    renderWithLinks(<ProposeMeetingDialog orderId="order" onClose={() => {}} />).user
  await open().type(screen.getByLabelText('Meeting point'), 'College gate')
  logInAgain('buyer')
  open()
  expect(screen.getByLabelText('Meeting point')).toHaveProperty('value', 'College gate')
})
