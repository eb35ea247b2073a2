export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50
      focus:rounded-box focus:bg-surface focus:px-4 focus:py-2"
  >
    Skip to content
  </a>
)
