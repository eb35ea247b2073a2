import { z } from 'zod'
import { Id } from '#contract/common/schemas.ts'

/** A proposed ring, and whether the reader has accepted it. */
export const WaitingRing = z.object({ _id: Id, isAccepted: z.boolean() })
export type WaitingRing = z.output<typeof WaitingRing>
