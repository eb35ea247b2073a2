// What the list of texts is made of: a screen, the state that it is in, and the texts that stand in it.

/** What a call below `/api` meets: no answer yet, a fault of the server's, or this answer. */
export type Met = 'held' | 'broken' | { json: unknown }
export type Step =
  | ['press', name: string]
  | ['fill', label: string, value: string]
  | ['choose', label: string, option: string]

/**
 * Where a text stands: anywhere on the screen, as the name of a control or a modal, within an element of that role, on an axis
 * of a chart, beside a name (`fact:Pages`), in a column of a table (`cell:Buyer`), or outside the page: in the browser's log
 * or in its own question.
 */
export type Place =
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
  | 'question'

/** A state that its test sets up by itself, from an address on. In the names of calls a star stands for one part of the path. */
export type Scene = {
  screen: string
  state: string
  at: string
  calls?: Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Met>
  steps?: Step[]
  /** `written` is what the file holds of a text that it puts together. */
  texts: [text: string, place: Place, file: string, written?: string][]
}

/** A state that a whole flow leads to: the test that goes there reads the texts as well. */
export type Proven = {
  screen: string
  state: string
  proof: string
  texts: [text: string, file: string][]
}

export type Texts = { scenes: Scene[]; proven: Proven[] }
