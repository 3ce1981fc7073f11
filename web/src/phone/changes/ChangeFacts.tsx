import type { Change } from '#contract/workspaces/change.ts'
import { ChangedFields } from '#shared/changes/ChangedFields.tsx'
import { changeWords } from '#shared/changes/change-words.ts'
import { ClockIcon } from '#shared/parts/icons.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { useDayAndTime } from '../frame/use-time-format.ts'

/** What changes, who asked for it, in which workspace and until when. */
export const ChangeFacts = ({ change }: { readonly change: Change }) => {
  const words = changeWords.use()
  const dayAndTime = useDayAndTime()
  const { data } = useMemberships()
  const workspace = membershipIn(data?.userWorkspaces, change.workspaceId)?.name
  const { requestedBy, requestedAt, expiresAt } = change
  return (
    <>
      <section className="card change-fields">
        <h2>{words.changed}</h2>
        <ChangedFields change={change} />
      </section>
      <dl className="facts card">
        <div>
          <dt className="visually-hidden">{words.askedBy}</dt>
          <dd className="person">
            <Initials {...requestedBy} size="l" />
            <div>
              <strong>
                <PersonText of={requestedBy} erased={words.erased} />
              </strong>
              <p className="hint numbers">
                {words.askedAt} <time dateTime={requestedAt}>{dayAndTime(requestedAt)}</time>
              </p>
            </div>
          </dd>
        </div>
        <div>
          <dt className="visually-hidden">{words.until}</dt>
          <dd className="person">
            <span className="initials initials-off initials-l">
              <ClockIcon />
            </span>
            <p className="hint numbers">
              {words.until} {dayAndTime(expiresAt)}
            </p>
          </dd>
        </div>
      </dl>
      {workspace && (
        <p className="hint origin">
          <UserText>{workspace}</UserText>
        </p>
      )}
    </>
  )
}
