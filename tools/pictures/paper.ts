// What inside pages look like as paper.
export const agedPapers = ['#F8F1E2', '#F5ECD8', '#F1E6CE'] as const

/** The shadow along the spine, at the given side of the page. */
export const foldShadow = (side: 'left' | 'right'): string => {
  const [from, to] = side === 'left' ? [0, 1] : [1, 0]
  return `<defs><linearGradient id="fold" x1="${from}" x2="${to}" y1="0" y2="0"><stop offset="0" stop-color="#3B2E1A" stop-opacity=".42"/><stop offset=".045" stop-color="#3B2E1A" stop-opacity=".13"/><stop offset=".16" stop-color="#3B2E1A" stop-opacity="0"/></linearGradient></defs><rect width="800" height="1200" fill="url(#fold)"/>`
}
