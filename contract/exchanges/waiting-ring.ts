import { z } from 'zod'
import { Id } from '#contract/common/schemas.ts'

/**
 * A ring that waits for its members to accept. `isAccepted` is whether the viewer has accepted it.
 */
export const WaitingRing = z.object({ _id: Id, isAccepted: z.boolean() })
export type WaitingRing = z.output<typeof WaitingRing>
