import { formatDate, formatFullTime, formatRecentTime } from '#web/format.ts'

type Props = { at: string; className?: string }

/** '7 Nov 2026, 4:05 pm' or 'Just now'. */
export const RecentTime = ({ at, className }: Props) => (
  <time dateTime={at} title={formatFullTime(at)} className={className}>
    {formatRecentTime(at)}
  </time>
)

/** The same in a sentence. */
export const RecentTimeInText = ({ at }: Props) => (
  <time dateTime={at} title={formatFullTime(at)}>
    {formatRecentTime(at).replace('Just now', 'just now')}
  </time>
)

/** '7 Nov 2026', with the time as its tooltip. */
export const DayOf = ({ at }: Props) => (
  <time dateTime={at} title={formatFullTime(at)}>
    {formatDate(at)}
  </time>
)
