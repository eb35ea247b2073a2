import { Fragment } from 'react'
import { orNoValue } from '#web/format.ts'

/** Shows an email address. Lines can break only before the @ and after dots in front of it. */
export const Email = ({ children }: { children: string | undefined }) =>
  [...orNoValue(children).matchAll(/@.*|[^.@]+\.?|\./g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
