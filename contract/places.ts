// Places in India by PIN code. Only the public part of a seller's place is sent to browsers;
// coordinates stay on the server.
import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Search } from '#contract/common/schemas.ts'
import { compactText, plainText } from '#contract/common/typed-text.ts'

export const maxDistances = 50
const maxPlaceName = 120

const pinCodeMessage = 'A PIN code has 6 digits.'
const pinCodePattern = /^[1-9]\d{5}$/
/**
 * Finds the PIN code in 'Pune – 411 002'. A text with no or several PIN codes is returned as it is.
 */
export function readPinCode(typed: string): string {
  const text = plainText(typed)
  const [code, ...others] = text.match(/(?<!\d)[1-9]\d{2}[ -]?\d{3}(?!\d)/g) ?? []
  return code === undefined || others.length > 0 ? text : code.replace(/[ -]/, '')
}
export const isPinCode = (text: string): boolean => pinCodePattern.test(text)

export const PinCode = z
  .string({ error: pinCodeMessage })
  .overwrite(readPinCode)
  .regex(pinCodePattern, pinCodeMessage)

/** The public part of a place. Where few people live, `area` is the city's name. */
export const Place = z.object({ area: z.string(), city: z.string(), state: z.string() })
export type Place = z.output<typeof Place>

/** Shown only to the owner of the place, or to the person who typed its PIN code. */
export const OwnPlace = Place.extend({ pinCode: z.string() })
export type OwnPlace = z.output<typeof OwnPlace>

/** The key of a place in requests for distances: 'Kothrud, Pune, Maharashtra'. */
export const placeKey = ({ area, city, state }: Place): string => `${area}, ${city}, ${state}`

/** Returns 'Kothrud, Pune', or only 'Pune' if the area has the same name as the city. */
export const placeName = ({ area, city }: Pick<Place, 'area' | 'city'>): string =>
  area === city ? city : `${area}, ${city}`

export const readPlace = endpoint({
  method: 'GET',
  path: '/places/{pinCode}',
  summary:
    'Returns the area, city and state of a PIN code. `hasPoint` is true if distances to it are known.',
  access: 'anyone',
  input: z.object({ pinCode: PinCode }),
  response: OwnPlace.extend({ hasPoint: z.boolean() }),
})

const fromMessage = 'Where you are is a PIN code, or latitude and longitude: 18.51,73.82.'
const toMessage = `Name at most ${maxDistances} places, with | between them.`

/** A PIN code, or a position in degrees with at most two decimals (about a kilometre). */
export const UserLocation = z
  .string({ error: fromMessage })
  .overwrite(compactText)
  .regex(
    /^(?:[1-9]\d{5}|-?[0-8]?\d(?:\.\d{1,2})?,-?(?:1[0-7]\d|\d{1,2})(?:\.\d{1,2})?)$/,
    fromMessage,
  )

export const readDistances = endpoint({
  method: 'GET',
  path: '/places/distances',
  summary:
    "Returns straight-line distances in whole kilometres from a PIN code or position to places named 'Area, City, State'. Unknown places are left out. Nothing is stored.",
  access: 'anyone',
  input: z.object({
    from: UserLocation,
    to: z
      .string({ error: toMessage })
      .max(maxDistances * maxPlaceName, toMessage)
      .regex(/^[^|]+(?:\|[^|]+)*$/, toMessage),
  }),
  response: z.object({ distances: z.record(z.string(), z.number()) }),
})

export const findCity = endpoint({
  method: 'GET',
  path: '/places/city',
  summary:
    'Returns the city of a PIN code or position, in the form that filters use. It is missing if no city is near. Nothing is stored.',
  access: 'anyone',
  input: z.object({ of: UserLocation }),
  response: z.object({ city: z.string().optional() }),
})

/**
 * A place that a search names. `search` is the search without that name; the other fields are
 * filters.
 */
export const NamedPlace = z.object({
  name: z.string(),
  /** The city with its state: 'Pune, Maharashtra'. */
  city: z.string().optional(),
  /** The PIN code from which distances are measured. */
  near: z.string().optional(),
  search: z.string(),
})
export type NamedPlace = z.output<typeof NamedPlace>

export const findNamedPlaces = endpoint({
  method: 'GET',
  path: '/places/named',
  summary:
    'Finds the city or PIN code that a search names, to suggest it as a filter. If several cities share the name, all are returned.',
  access: 'anyone',
  input: z.object({ search: Search }),
  response: z.object({ places: z.array(NamedPlace) }),
})
