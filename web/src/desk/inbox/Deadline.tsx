import { lazy, Suspense } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { CheckIcon, ClockIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { formatAgo, formatMinute } from '#shared/texts/format-time.ts'
import type { Language } from '#shared/texts/language.ts'
import type { inboxTexts } from './texts.ts'

const EmergencyTag = lazy(async () => ({
  default: (await import('#shared/glass/EmergencyTag.tsx')).EmergencyTag,
}))

const HOUR_MINUTES = 60
const SOON_MINUTES = 24 * HOUR_MINUTES

export type Shown = {
  readonly text: ReturnType<typeof inboxTexts.use>
  readonly language: Language
  /** Milliseconds since the epoch. */
  readonly now: number
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

type DeadlineProps = Shown & { readonly request: Request }

/** How long somebody may still answer: as a warning in the last day. Of one that has ended: how. */
export const Deadline = (props: DeadlineProps) => {
  const { status, closedReason, brokenGlass } = props.request
  const { ended } = props.text
  switch (status) {
    case 'approved':
      if (brokenGlass)
        return (
          <Suspense>
            <EmergencyTag />
          </Suspense>
        )
      return (
        <Tag tone="good" icon={<CheckIcon />}>
          {ended.approved}
        </Tag>
      )
    case 'declined':
      if (closedReason !== 'expired')
        return <Tag>{ended[closedReason === 'withdrawn' ? closedReason : 'declined']}</Tag>
      return <TimeLeft {...props} />
    case 'pending':
      return <TimeLeft {...props} />
  }
}

const TimeLeft = ({ request: { expiresAt, status }, text, language, now }: DeadlineProps) => {
  const minutes = Math.floor((Date.parse(expiresAt) - now) / 60_000)
  if (status !== 'pending' || minutes < 0)
    return (
      <Tag tone="danger" icon={<ClockIcon />}>
        <time dateTime={expiresAt}>{formatAgo(Math.max(-minutes, 0), language)}</time>
      </Tag>
    )
  const time = <time dateTime={expiresAt}>{formatMinute(expiresAt, language, ownZone())}</time>
  if (minutes >= SOON_MINUTES) return <span className="numbers muted">{time}</span>
  return (
    <Tag tone="warning" icon={<ClockIcon />}>
      <time dateTime={expiresAt}>
        {minutes < HOUR_MINUTES
          ? text.minutesLeft(minutes)
          : text.hoursLeft(Math.floor(minutes / HOUR_MINUTES))}
      </time>
    </Tag>
  )
}
