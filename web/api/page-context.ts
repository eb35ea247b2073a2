import { createContext } from 'react-router'
import type { PageContext } from '#contract/pages.ts'

/** Gives page loaders access to the server; set only while the server renders. */
export const pageContext = createContext<PageContext>()
