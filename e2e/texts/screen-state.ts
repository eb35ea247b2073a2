// A screen in one state, and the texts that it must show.

/**
 * The stubbed response to a request below `/api`: no response yet, a server error, or this JSON.
 */
export type StubbedResponse = 'pending' | 'server-error' | { json: unknown }

export type Step =
  | ['press', name: string]
  | ['fill', label: string, value: string]
  | ['choose', label: string, option: string]

/**
 * Where a text must be: anywhere on the screen, as the name of a control or dialog, inside an
 * element of that role, on a chart's axis, next to a term (`fact:Pages`), in a table's column
 * (`cell:Buyer`), in the browser's console (`log`), or in the browser's own dialog
 * (`browser-dialog`).
 */
export type Location =
  | 'text'
  | 'placeholder'
  | 'button'
  | 'link'
  | 'dialog'
  | 'alertdialog'
  | 'heading'
  | 'status'
  | 'alert'
  | 'axis'
  | `fact:${string}`
  | `cell:${string}`
  | 'log'
  | 'browser-dialog'

export type ScreenState = {
  screen: string
  state: string
  /** The URL to open. If it is missing, the state continues on the previous state's page. */
  url?: string
  /** A star in a path matches one segment. Stubs of writes apply only in this state. */
  calls?: Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, StubbedResponse>
  steps?: Step[]
  texts: [text: string, location: Location][]
}

/** A screen that opens without data, and says so. */
export const emptyState = (screen: string, url: string, ...texts: string[]): ScreenState => ({
  screen,
  state: 'empty',
  url,
  texts: texts.map((text) => [text, 'text']),
})

/** A screen whose read fails. */
export const failingState = (
  screen: string,
  url: string,
  read: `GET /${string}`,
  texts: ScreenState['texts'],
): ScreenState => ({
  screen,
  state: `${read} failing`,
  url,
  calls: { [read]: 'server-error' },
  texts,
})
