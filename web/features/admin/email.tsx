import { Fragment } from 'react'
import { orNoValue } from '#web/format.ts'

/** An email that breaks into lines at its @ and the dots before it rather than anywhere else. */
export const Email = ({ children }: { children: string | undefined }) =>
  orNoValue(children)
    .split(/(?=@)|(?<=\.)(?=.*@)/)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))
