import type { Change } from '#contract/workspaces/change.ts'
import { changeWords } from '#shared/changes/change-words.ts'
import { AlertIcon, ClockIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { changesTexts } from './texts.ts'

type Props = { readonly change: Change; readonly timeZone: string }

/** The state of a change, while it waits with its deadline. What is done has no tag. */
export const ChangeState = ({ change: { state, expiresAt }, timeZone }: Props) => {
  const text = changesTexts.use()
  const words = changeWords.use()
  const language = useLanguage()
  if (state === 'done') return <span className="muted">{words.states.done}</span>
  if (state === 'pending')
    return (
      <span className="change-state">
        <Tag tone="warning" icon={<ClockIcon />}>
          {words.states.pending}
        </Tag>
        <span className="numbers muted">{text.until(formatMinute(expiresAt, language, timeZone))}</span>
      </span>
    )
  const isLoud = state === 'refused' || state === 'overtaken'
  return isLoud ? (
    <Tag tone="danger" icon={<AlertIcon />}>
      {words.states[state]}
    </Tag>
  ) : (
    <Tag>{words.states[state]}</Tag>
  )
}
