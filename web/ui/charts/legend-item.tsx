type Props = { name: string; colour: string; isDashed?: boolean }

/** A line of a chart and what it stands for. */
export const LegendItem = ({ name, colour, isDashed = false }: Props) => (
  <span className="inline-flex items-center gap-1.5">
    <svg width="16" height="4" aria-hidden="true">
      <line
        x1="0"
        x2="16"
        y1="2"
        y2="2"
        stroke={colour}
        strokeWidth={isDashed ? 2 : 4}
        strokeDasharray={isDashed ? '4 2' : undefined}
      />
    </svg>
    {name}
  </span>
)
