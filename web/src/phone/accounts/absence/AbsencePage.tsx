import { AbsenceSetting } from '#shared/absence/AbsenceSetting.tsx'
import { absenceTexts } from '#shared/absence/absence-texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { absencePageTexts } from './absence-page-texts.ts'

/** The user's own absence in each workspace in which they approve. Mails link here. */
export const AbsencePage = () => {
  const { title } = absenceTexts.use()
  const text = absencePageTexts.use()
  const dayAndTime = useDayAndTime()
  const query = useMemberships()
  return (
    <PhoneScreen title={title} back="/account">
      <p>{text.lead}</p>
      <QueryView query={query}>
        {({ userWorkspaces }) => {
          const approving = userWorkspaces.filter(({ active, approver }) => active && approver)
          if (approving.length === 0) return <p className="empty">{text.none}</p>
          return approving.map(({ id, participantId, absence = null, name }) => (
            <section key={id}>
              <h2>
                <UserText>{name ?? id}</UserText>
              </h2>
              <AbsenceSetting
                workspaceId={id}
                {...{ participantId, absence }}
                name={name ?? id}
                timeOf={dayAndTime}
              />
            </section>
          ))
        }}
      </QueryView>
    </PhoneScreen>
  )
}
