// The Dobara logo as SVG paths in a 64 x 64 view box: an open book with a turning page.

const markPages =
  'M30.4 56.5C25.2 51.2 17.4 49 7.5 49.4a1.6 1.6 0 0 1-1.6-1.6V29.6A1.6 1.6 0 0 1 7.4 28' +
  'c9.6-.5 17.6 1.7 23 6.6ZM33.6 56.5C38.8 51.2 46.6 49 56.5 49.4' +
  'a1.6 1.6 0 0 0 1.6-1.6V29.6A1.6 1.6 0 0 0 56.6 28c-9.6-.5-17.6 1.7-23 6.6Z'
const markTurn = 'M12.6 21.5C17.1 11 33 5.6 45.6 16.4'
const markTip = 'M52.9 22.9 41.3 20.6 50.4 11.4Z'

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
