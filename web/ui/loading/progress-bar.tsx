/** `share` is from 0 to 1. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  const percent = Math.round(share * 100)
  return (
    <div className="flex flex-col gap-1 text-sm">
      <span className="flex justify-between">
        <span>{label}</span>
        <span>{`${percent}\u00A0%`}</span>
      </span>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-border
          [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-border
          [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  )
}
