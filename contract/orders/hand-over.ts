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

/** Tracking pages of couriers. `numbered` is the address of one number's page, where it is known. */
const trackingPages: Record<string, { page: string; numbered?: string }> = {
  'India Post': {
    page: 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  },
  DTDC: { page: 'https://www.dtdc.com/track-your-shipment/' },
  Delhivery: {
    page: 'https://www.delhivery.com/tracking',
    numbered: 'https://www.delhivery.com/track-v2/package/',
  },
  'Blue Dart': {
    page: 'https://www.bluedart.com/tracking',
    numbered: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=',
  },
  Ekart: { page: 'https://ekartlogistics.com/' },
  Xpressbees: { page: 'https://www.xpressbees.com/shipment/tracking' },
  Shadowfax: { page: 'https://tracker.shadowfax.in/' },
  'Ecom Express': { page: 'https://ecomexpress.in/tracking/' },
  'Professional Couriers': { page: 'https://www.tpcindia.com/' },
}
export const couriers = Object.keys(trackingPages)

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The courier's page about a parcel, or else the page that asks for its number. */
export function trackingPageOf(
  courier: string,
  trackingNumber?: string | null,
): string | undefined {
  const name = couriers.find((known) => plain(known) === plain(courier))
  const known = name === undefined ? undefined : trackingPages[name]
  return known?.numbered && trackingNumber
    ? known.numbered + encodeURIComponent(trackingNumber)
    : known?.page
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
