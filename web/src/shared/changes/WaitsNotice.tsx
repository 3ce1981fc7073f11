import type { Change } from '#contract/workspaces/change.ts'
import { ClockIcon } from '../parts/icons.tsx'
import { Link } from '../parts/Link.tsx'
import { Tag } from '../parts/Tag.tsx'
import { useLanguage } from '../texts/language.ts'
import { minuteHere } from './say-waits.ts'
import { waitsTexts } from './waits-texts.ts'
import './changes.css'

/** The address of a change below the page of its workspace on the desk. */
export const changeHere = (id: string): string => `?${new URLSearchParams({ tab: 'changes', change: id })}`

type Props = { readonly change: Change }

/** On the desk: says until when a change waits and who may decide, with a link to it. */
export const WaitsNotice = ({ change: { id, expiresAt } }: Props) => {
  const text = waitsTexts.use()
  const language = useLanguage()
  return (
    <div className="notice info" role="status">
      <p>
        {text.asked(minuteHere(expiresAt, language))} {text.who}
      </p>
      <p>
        <Link to={changeHere(id)}>{text.view}</Link>
      </p>
    </div>
  )
}

/** On the desk: marks what a pending change concerns, and opens the change. */
export const WaitsTag = ({ change: { id } }: Props) => {
  const text = waitsTexts.use()
  return (
    <Link to={changeHere(id)} className="waits-tag" onClick={(event) => event.stopPropagation()}>
      <Tag tone="warning" icon={<ClockIcon />}>
        {text.tag}
      </Tag>
    </Link>
  )
}
