import { AppError } from '#contract/common/errors.ts'
import { maxProblemPhotos, type ProblemReason } from '#contract/orders/problem-form.ts'
import { type OrderDetails, reportableReasons } from '#server/orders/rules.ts'
import { isClosed } from '#server/orders/status.ts'

/** Throws problem_open, order_closed, not_reportable. */
export function rejectReport(order: OrderDetails, reason: ProblemReason, now: Date): void {
  if (order.has_open_problem) throw new AppError('problem_open')
  if (isClosed(order, now)) throw new AppError('order_closed')
  if (!reportableReasons(order, now).includes(reason)) throw new AppError('not_reportable')
}

export function rejectPhotoCount(count: number): void {
  if (count > maxProblemPhotos) throw new AppError('too_many_photos')
}

/** Below `/api`, as of all that takes a login. */
export const photoRoute = '/problem-photos/:messageId/:position/:width'
export const photoPath = (messageId: string, position: number): string =>
  `/problem-photos/${messageId}/${position}`
