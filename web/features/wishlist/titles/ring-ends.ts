import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'

const ringText = ({ isAccepted }: WaitingRing): string =>
  isAccepted ? 'The swap that you have accepted' : 'The swap that was found for you'

/** Below the question about what a ring can't do without. */
export const ringEndsText = (ring: WaitingRing): string => `${ringText(ring)} ends with it.`

/** Beside a form whose changes may end one. */
export const ringMayEndText = (ring: WaitingRing): string =>
  `${ringText(ring)} ends if this doesn’t fit it any more.`
