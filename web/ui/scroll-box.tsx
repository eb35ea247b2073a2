import type { ComponentProps } from 'react'

/** A box that can also be scrolled by keyboard. Pass it a role and a label. */
export const ScrollBox = (props: ComponentProps<'div'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: some browsers scroll only focused boxes by keyboard
  <div {...props} tabIndex={0} />
)
