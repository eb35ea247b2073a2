import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { nextStepOf } from './next-step.ts'

const order = { can: [], status: 'Pending', overdue: false } satisfies Partial<Order>
const meeting = { _id: 'm', codeEnded: false }

test.each<[string, Partial<Order>, string | undefined]>([
  ['a proposal', { can: ['confirm', 'cancel'] }, 'confirm'],
  ['to be sent', { can: ['cancel', 'receive'], handOver: 'post' }, undefined],
  [
    'to be met, without a time',
    { can: ['cancel', 'receive', 'propose-meeting'], handOver: 'meet', meeting },
    'propose-meeting',
  ],
  [
    'to be met, with a time',
    {
      can: ['cancel', 'receive', 'propose-meeting'],
      handOver: 'meet',
      meeting: { ...meeting, startsAt: '2026-11-28T11:30:00.000Z' },
    },
    undefined,
  ],
  [
    'to be met, with times that the seller proposed',
    {
      can: ['cancel', 'propose-meeting'],
      handOver: 'meet',
      meeting: { ...meeting, proposed: { by: 'seller', times: ['2026-11-28T11:30:00.000Z'] } },
    },
    'choose-time',
  ],
  [
    'to be met, with times that the buyer proposed',
    {
      can: ['cancel', 'propose-meeting'],
      handOver: 'meet',
      meeting: { ...meeting, proposed: { by: 'buyer', times: ['2026-11-28T11:30:00.000Z'] } },
    },
    undefined,
  ],
  ['sent', { status: 'Shipped', can: ['receive'] }, 'receive'],
  ['delivered', { status: 'Delivered', can: ['receive', 'rate', 'report-problem'] }, 'receive'],
  ['received', { status: 'Delivered', can: ['rate'] }, 'rate'],
  ['a rent that is out', { status: 'Delivered', can: ['rate', 'hand-back'] }, 'rate'],
  ['rated', { status: 'Delivered', can: ['hand-back'] }, 'hand-back'],
  ['late', { status: 'Delivered', can: ['rate', 'hand-back'], overdue: true }, 'hand-back'],
  ['of a blocked seller', { status: 'Delivered', can: ['rate', 'return'] }, 'return'],
  [
    'disputed',
    {
      status: 'Delivered',
      can: ['hand-back', 'cancel'],
      overdue: true,
      problem: { reason: 'damaged', openedAt: '2026-11-28T11:30:00.000Z' },
    },
    undefined,
  ],
  ['over', { status: 'Cancelled' }, undefined],
])('the next step of an order that is %s', (_, changes, step) => {
  expect(nextStepOf({ ...order, ...changes })).toBe(step)
})
