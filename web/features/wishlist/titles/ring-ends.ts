import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'

const ringText = ({ isAccepted }: WaitingRing): string =>
  isAccepted ? 'The swap that you have accepted' : 'The swap that was found for you'

/** Shown when the person is asked whether to remove something that the ring needs. */
export const ringEndsText = (ring: WaitingRing): string => `${ringText(ring)} ends with it.`

/** Shown on a form whose changes may end the ring. */
export const ringMayEndText = (ring: WaitingRing): string =>
  `${ringText(ring)} ends if this doesn’t fit it any more.`
