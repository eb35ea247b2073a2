import { z } from 'zod'
import { maxLength } from '#contract/common/limits.ts'
import { Id, IsoDateTime } from '#contract/common/schemas.ts'
import { compactText } from '#contract/common/typed-text.ts'

export const OrderMeeting = z.object({
  _id: Id,
  place: z.string().optional(),
  startsAt: IsoDateTime.optional(),
  /** Shown only to the buyer, until the book has been handed over. */
  code: z.string().optional(),
  /** Whether the code no longer works, because a wrong one was entered too often. */
  codeEnded: z.boolean(),
})
export type OrderMeeting = z.output<typeof OrderMeeting>

const trackingPages: Record<string, string> = {
  'India Post':
    'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  DTDC: 'https://www.dtdc.com/track-your-shipment/',
  Delhivery: 'https://www.delhivery.com/tracking',
  'Blue Dart': 'https://www.bluedart.com/tracking',
  XpressBees: 'https://www.xpressbees.com/shipment/tracking',
  'Professional Couriers': 'https://www.tpcindia.com/',
}
export const couriers = Object.keys(trackingPages)

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

export function trackingPageOf(courier: string): string | undefined {
  const known = couriers.find((name) => plain(name) === plain(courier))
  return known === undefined ? undefined : trackingPages[known]
}

export const Shipment = z.object({
  courier: z.string(),
  trackingNumber: z.string().optional(),
  trackingPage: z.string().optional(),
})
export type Shipment = z.output<typeof Shipment>

export const TrackingNumber = z
  .string({ error: 'The tracking number is a text.' })
  .overwrite(compactText)
  .max(
    maxLength.trackingNumber,
    `Tracking number can have at most ${maxLength.trackingNumber} characters.`,
  )
  .regex(/^[A-Za-z0-9-]+$/, 'A tracking number has only letters, digits and hyphens.')
