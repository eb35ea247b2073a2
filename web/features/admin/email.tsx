import { Fragment } from 'react'
import { orNoValue } from '#web/format.ts'

/** An email in a table, which breaks at its @ and the dots in front of it before it breaks anywhere else. */
export const Email = ({ children }: { children: string | undefined }) =>
  orNoValue(children)
    .split(/(?=@)|(?<=\.)(?=.*@)/)
    .map((part, position) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order
      <Fragment key={position}>
        {position > 0 && <wbr />}
        {part}
      </Fragment>
    ))
