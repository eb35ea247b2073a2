import { AppError, type ErrorCode } from '#contract/common/errors.ts'

/** At most `max` actions in any `seconds`, counted in the database; else the error `code`. */
export type Quota = { max: number; seconds: number; code: ErrorCode }

export const quotaWindowStart = ({ seconds }: Quota, now: Date): Date =>
  new Date(now.getTime() - seconds * 1000)

/** Throws if `oldest`, the action that must leave the window first, is still in it. */
export function enforceQuotaUntil(
  { seconds, code }: Quota,
  oldest: Date | undefined,
  now: Date,
): void {
  if (oldest !== undefined)
    throw new AppError(code, {
      retryAfter: Math.max(1, seconds - (now.getTime() - oldest.getTime()) / 1000),
    })
}

/** Throws if the quota is used up; `earlier` are the actions since its start, newest first. */
export function enforceQuota(quota: Quota, earlier: readonly Date[], now: Date): void {
  enforceQuotaUntil(quota, earlier[quota.max - 1], now)
}
