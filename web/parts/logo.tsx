/** The mark, an open book whose pages turn into each other, and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold font-serif text-2xl text-leaf">
      <svg
        viewBox="0 0 32 32"
        width="30"
        height="30"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M16 10c-2.5-2.6-6-3.6-11-3.6v15.2c5 0 8.500 1 11 3.600c2.500-2.600 6-3.600 11-3.600V13" />
        <path d="M16 10v15.200M16 10c2.200-2.300 5-3.300 8.600-3.500" />
        <path d="M21.800 3.600l3.200 2.800-2.800 3.200" />
      </svg>
      Dobara
    </span>
  )
}
