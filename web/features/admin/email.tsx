import { Fragment } from 'react'
import { orNoValue } from '#web/format.ts'

/** An email that breaks into lines only before its @ and after the dots before that. */
export const Email = ({ children }: { children: string | undefined }) =>
  [...orNoValue(children).matchAll(/@.*|[^.@]+\.?|\./g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
