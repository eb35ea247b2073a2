// Every text that the specification quotes: on which screen it stands, in which state, and where it is written.
// texts.spec.ts has a test for each scene; docs/conformance.md lists them.
import type { Texts } from './scene.ts'
import { admins } from './texts-admin.ts'
import { buyers } from './texts-buyer.ts'
import { visitors } from './texts-public.ts'
import { sellers } from './texts-seller.ts'

export const readers = ['visitor', 'buyer', 'seller', 'admin'] as const
export type Reader = (typeof readers)[number]

export const texts: Record<Reader, Texts> = {
  visitor: visitors,
  buyer: buyers,
  seller: sellers,
  admin: admins,
}
