import { Fragment } from 'react'
import { orNoValue } from '#web/format.ts'

/** Shows an email address that breaks only before its @ and after the dots to the left of it. */
export const Email = ({ children }: { children: string | undefined }) =>
  [...orNoValue(children).matchAll(/@.*|[^.@]+\.?|\./g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
