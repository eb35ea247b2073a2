import {
  cancelAnyOrder,
  closeAnyOrder,
  reopenAnyOrder,
  settleProblem,
} from '#contract/admin/admin-orders.ts'
import { solve } from './testing-problems.ts'
import {
  addEvent,
  changeStatus,
  isAgreed,
  isClosed,
  lacksCopy,
  proposalMs,
  resumeRent,
} from './testing-state.ts'
import { done, type Expect, refuse, type Step } from './testing-world.ts'

const reason = 'Both have asked for it.'

const cancel: Expect = (order, { now }) => {
  if (order.problem) return refuse('problem_open')
  if (order.status === 'Cancelled' || order.returnedOn !== undefined) return refuse('order_settled')
  return done(() => {
    changeStatus(order, 'Cancelled', now, 'other')
    order.closedByAdmin = true
    order.reopenedAt = undefined
  })
}

const close: Expect = (order, { now }) => {
  if (order.problem) return refuse('problem_open')
  if (order.status !== 'Delivered' || isClosed(order, now)) return refuse('order_settled')
  return done(() => {
    addEvent(order)
    order.closedByAdmin = true
    order.reopenedAt = undefined
  })
}

const reopen: Expect = (order, state) => {
  const { now } = state
  if (order.problem) return refuse('problem_open')
  if (order.status !== 'Cancelled' && !isClosed(order, now)) return refuse('order_settled')
  if (lacksCopy(order, state)) return refuse('book_gone')
  return done(() => {
    addEvent(order)
    if (order.status === 'Cancelled') {
      Object.assign(order, order.beforeCancel)
      resumeRent(order, now)
    }
    order.closedByAdmin = false
    order.reopenedAt = now
    if (order.status === 'Pending' && !isAgreed(order)) order.proposedUntil = now + proposalMs
  })
}

const settle = (outcome: 'returned' | 'dismissed'): Step => ({
  label: 'problem',
  call: ({ admin }, { id }) => admin.call(settleProblem, { id, outcome, reason }),
  expect: solve(outcome),
})

export const adminSteps: Record<string, Step> = {
  'admin cancels': {
    call: ({ admin }, { id }) => admin.call(cancelAnyOrder, { id, reason }),
    expect: cancel,
  },
  'admin closes': {
    call: ({ admin }, { id }) => admin.call(closeAnyOrder, { id, reason }),
    expect: close,
  },
  'admin reopens': {
    call: ({ admin }, { id }) => admin.call(reopenAnyOrder, { id, reason }),
    expect: reopen,
  },
  'admin settles the problem': settle('returned'),
  'admin dismisses the problem': settle('dismissed'),
}
