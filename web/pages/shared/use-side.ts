import { useLocation } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'

/** Whose pages are open: for pages that buyers and sellers both have. */
export const useSide = (): Side =>
  useLocation().pathname.startsWith('/seller') ? 'seller' : 'buyer'
