import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ScrollBox } from './scroll-box.tsx'

const linkClass = `inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap
  aria-[current]:border-primary aria-[current]:font-medium aria-[current]:text-primary`

const looks = {
  tabs: {
    box: '-mx-1 px-1',
    nav: 'min-w-full border-border border-b',
    link: 'border-transparent border-b-2 px-2.5 text-muted hover:text-foreground sm:min-h-10',
    count: 'min-w-5 rounded-full px-1.5 leading-5',
    quiet: 'bg-sunken',
  },
  pills: {
    box: '-mx-3 px-3 py-1',
    nav: 'gap-2',
    link: `rounded-full border border-border px-3 text-sm hover:bg-sunken sm:min-h-9
      aria-[current]:bg-primary-soft`,
    count: 'min-w-3',
    quiet: 'text-muted',
  },
} as const

type CountLink = {
  name: string
  label: string
  to: string
  count: number | undefined
  isUrgent?: boolean
}
type Props = {
  look: keyof typeof looks
  /** The name of the box, which scrolls if the links are wider than the screen. */
  boxLabel: string
  label: string
  links: CountLink[]
  /** The name of the link to what is shown. */
  open: string
}

/** Links to the parts of a list. Each says how many rows its part has. */
export function CountLinks({ look, boxLabel, label, links, open }: Props) {
  const classes = looks[look]
  const nav = useRef<HTMLElement>(null)
  // On phones the open link may be beyond the edge.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[data-name="${open}"]`)
    const box = nav.current?.parentElement
    if (link && box) box.scrollLeft = link.offsetLeft + link.offsetWidth / 2 - box.clientWidth / 2
  }, [open])
  return (
    <ScrollBox role="group" aria-label={boxLabel} className={`overflow-x-auto ${classes.box}`}>
      <nav ref={nav} aria-label={label} className={`relative flex w-max ${classes.nav}`}>
        {links.map(({ name, label, to, count, isUrgent }) => (
          <Link
            key={name}
            to={to}
            preventScrollReset
            data-name={name}
            aria-current={name === open ? 'page' : undefined}
            className={`${linkClass} ${classes.link}`}
          >
            {label}
            <span
              className={`text-center text-xs tabular-nums ${classes.count}
                ${isUrgent && count ? 'bg-danger text-on-danger' : classes.quiet}`}
            >
              {count?.toLocaleString('en-IN')}
            </span>
          </Link>
        ))}
      </nav>
    </ScrollBox>
  )
}
