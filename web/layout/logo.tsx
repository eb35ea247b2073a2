import { markPages, markTip, markTurn } from './logo-paths.ts'

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold font-serif text-2xl text-primary">
      <svg
        viewBox="4 6 56 52"
        width="30"
        height="28"
        fill="currentColor"
        stroke="currentColor"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={markPages} stroke="none" />
        <path d={markTip} strokeWidth="2" />
        <path d={markTurn} fill="none" strokeWidth="5.2" strokeLinecap="round" />
      </svg>
      Dobara
    </span>
  )
}
