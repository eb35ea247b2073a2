import type { Order } from '#contract/orders/orders.ts'

export const hasOpenProblem = ({ problem }: Pick<Order, 'problem'>): boolean =>
  problem !== undefined && !problem.outcome
