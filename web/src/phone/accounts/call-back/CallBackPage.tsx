import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { CallBackNumber } from '#shared/call-back/CallBackNumber.tsx'
import { callBackTexts } from '#shared/call-back/call-back-texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { callBackPageTexts } from './call-back-page-texts.ts'

/** The user's own call-back number in each workspace. Mails link here. */
export const CallBackPage = () => {
  const { title } = callBackTexts.use()
  const text = callBackPageTexts.use()
  const query = useMemberships()
  return (
    <PhoneScreen title={title} back="/account">
      <p>{text.lead}</p>
      <QueryView query={query}>
        {({ userWorkspaces }) => {
          const active = userWorkspaces.filter(({ active: isActive }) => isActive)
          if (active.length === 0) return <p className="empty">{text.none}</p>
          return active.map((membership) => <OwnNumber key={membership.id} membership={membership} />)
        }}
      </QueryView>
    </PhoneScreen>
  )
}

const OwnNumber = ({ membership }: { readonly membership: WorkspaceMembership }) => {
  const text = callBackPageTexts.use()
  const dayAndTime = useDayAndTime()
  const { id, participantId, callBackNumber, callBackWaiting, callBackAskedUntil } = membership
  const name = membership.name ?? id
  return (
    <section>
      <h2>
        <UserText>{name}</UserText>
      </h2>
      {callBackAskedUntil && (
        <p className="notice info" role="status">
          {text.asked(dayAndTime(callBackAskedUntil))}
        </p>
      )}
      <CallBackNumber {...{ participantId, callBackNumber, callBackWaiting, name }} timeOf={dayAndTime} />
    </section>
  )
}
