import { Mail } from 'lucide-react'
import { Link } from 'react-router'
import { supportEmail } from '#contract/contact.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { paths } from '#web/paths.ts'
import { Logo } from './logo.tsx'

/** Keeps the footer at the bottom of short pages, too. */
export const pageFrameClass =
  'flex min-h-[calc(100dvh-var(--offline,0px))] flex-col [&>main]:w-full [&>main]:flex-1'

const socialLinks = [
  { label: 'Instagram', to: 'https://www.instagram.com/' },
  { label: 'X', to: 'https://x.com/' },
  { label: 'YouTube', to: 'https://www.youtube.com/' },
]

const firstLinks = [
  { to: paths.home, label: 'Home' },
  { to: paths.books, label: 'Books' },
  { to: paths.about, label: 'About Us' },
]
const informationLinks = [
  { to: paths.help, label: 'Help' },
  { to: paths.wanted, label: 'Wanted' },
  { to: paths.safety, label: 'Safety' },
  { to: paths.terms, label: 'Terms' },
  { to: paths.privacy, label: 'Privacy' },
]

const linkClass = 'inline-flex min-h-11 items-center sm:min-h-9 text-left hover:underline'

export function SiteFooter() {
  return (
    <footer className="mt-16 border-border border-t bg-sunken">
      <div
        className="mx-auto grid max-w-6xl gap-8 px-4 py-10
        sm:grid-cols-[minmax(0,1fr)_auto_auto] md:grid-cols-3"
      >
        <div className="flex flex-col gap-3">
          <Logo />
          <p className="max-w-xs text-muted">The best recycle is book recycle.</p>
        </div>
        <QuickLinks />
        <div>
          <h2 className="font-semibold text-lg">Stay in touch</h2>
          <ul className="mt-1 flex flex-col">
            <li>
              <a className={`${linkClass} gap-2`} href={`mailto:${supportEmail}`}>
                <Mail size={18} />
                {supportEmail}
              </a>
            </li>
            {socialLinks.map(({ label, to }) => (
              <li key={label}>
                <a className={linkClass} href={to} target="_blank" rel="noreferrer noopener">
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

function QuickLinks() {
  const openLogin = useLogin()
  return (
    <nav aria-label="Quick links">
      <h2 className="font-semibold text-lg">Quick links</h2>
      <ul className="mt-1 grid grid-cols-2 gap-x-6">
        <Links items={firstLinks} />
        <li>
          <button type="button" className={linkClass} onClick={() => openLogin('seller')}>
            Sell Books
          </button>
        </li>
        <li>
          <button type="button" className={linkClass} onClick={() => openLogin('buyer')}>
            Buy Books
          </button>
        </li>
        <Links items={informationLinks} />
      </ul>
    </nav>
  )
}

const Links = ({ items }: { items: { to: string; label: string }[] }) =>
  items.map(({ to, label }) => (
    <li key={to}>
      <Link className={linkClass} to={to}>
        {label}
      </Link>
    </li>
  ))
