import { useState } from 'react'
import Button from '@mui/material/Button'
import type { Overview } from '#contract/requests/overview.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { GlassNotice, isConfirmable } from '#shared/glass/GlassNotice.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { paths } from '#shared/paths.ts'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { unconfirmedTexts } from './unconfirmed-texts.ts'

type Unconfirmed = NonNullable<Overview['unconfirmed']>
type Props = {
  readonly requests: Unconfirmed
  readonly workspace: Pick<Workspace, 'id' | 'timezone'>
}

/** Emergency approvals that nobody has confirmed, with the way to the phone page, where they are confirmed with a signature. */
export const UnconfirmedGlass = ({ requests, workspace }: Props) => {
  const text = unconfirmedTexts.use()
  const { data } = useMemberships()
  const own = membershipIn(data?.userWorkspaces, workspace.id)?.participantId
  return (
    <section className="card panel stack" aria-labelledby="unconfirmed">
      <h2 id="unconfirmed">{text.title}</h2>
      {requests.map((request) => (
        <One key={request.id} request={request} own={own} timeZone={workspace.timezone} />
      ))}
    </section>
  )
}

type OneProps = {
  readonly request: Unconfirmed[number]
  readonly own: string | undefined
  readonly timeZone: string
}

const One = ({ request: { id, title, requesterId, brokenGlass }, own, timeZone }: OneProps) => {
  const text = unconfirmedTexts.use()
  const language = useLanguage()
  const [now] = useState(Date.now)
  const isParty = own === undefined || [requesterId, brokenGlass.by.participantId].includes(own)
  return (
    <article className="stack">
      <h3>
        <UserText>{title ?? text.erasedText}</UserText>
      </h3>
      <GlassNotice glass={brokenGlass} timeOf={(at) => formatMinute(at, language, timeZone)} />
      {isConfirmable(brokenGlass, now) && (
        <div className="form-foot">
          {isParty ? (
            <span>{text.another}</span>
          ) : (
            <Button variant="contained" href={`${paths.phone}/requests/${id}`}>
              {text.confirm}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
