import { formatDate, formatFullTime, formatRecentTime } from '#web/format.ts'

type Props = { at: string; className?: string }

/** Shows a time as '7 Nov 2026, 4:05 pm' or 'Just now'. */
export const RecentTime = ({ at, className }: Props) => (
  <time dateTime={at} title={formatFullTime(at)} className={className}>
    {formatRecentTime(at)}
  </time>
)

/** Like `RecentTime`, but for use within a sentence. */
export const RecentTimeInText = ({ at }: Props) => (
  <time dateTime={at} title={formatFullTime(at)}>
    {formatRecentTime(at).replace('Just now', 'just now')}
  </time>
)

/** Shows a day as '7 Nov 2026', with the time as its tooltip. */
export const DayOf = ({ at }: Props) => (
  <time dateTime={at} title={formatFullTime(at)}>
    {formatDate(at)}
  </time>
)
