import { useQuery } from '@tanstack/react-query'
import { requestApprovers } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { Initials } from '#shared/parts/Initials.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { waitingTexts } from './waiting-texts.ts'

/** Names who can vouch for the user, as far as they may see it: by address, or as the approvers of a workspace. */
export const WhoCould = () => {
  const { own: text } = waitingTexts.use()
  return (
    <QueryView query={useMemberships()}>
      {({ userWorkspaces }) => {
        const active = userWorkspaces.filter((workspace) => workspace.active)
        if (active.length === 0) return null
        return (
          <section>
            <h3>{text.who}</h3>
            {active.map((workspace) =>
              workspace.requester ? (
                <Approvers key={workspace.id} workspace={workspace} />
              ) : (
                <p key={workspace.id}>
                  <UserText>{text.approversOf(workspace.name ?? workspace.id)}</UserText>
                </p>
              ),
            )}
          </section>
        )
      }}
    </QueryView>
  )
}

/** Enough to find one of them. */
const SHOWN = 5

const Approvers = ({ workspace: { id, name } }: { readonly workspace: WorkspaceMembership }) => {
  const { own: text } = waitingTexts.use()
  const { data } = useQuery(
    endpointQuery(requestApprovers, { params: { workspaceId: id }, query: { limit: 50 } }),
  )
  const able = (data ?? []).filter(({ hasDevice }) => hasDevice)
  return (
    <>
      <p className="hint">
        <UserText>{text.approversOf(name ?? id)}</UserText>
      </p>
      {data && able.length === 0 && <p className="hint">{text.nobody}</p>}
      {able.length > 0 && (
        <ul className="card rows">
          {able.slice(0, SHOWN).map((person) => (
            <li key={person.participantId} className="row">
              <span className="person">
                <Initials {...person} />
                <span>
                  <PersonText of={person} erased="" />
                </span>
              </span>
            </li>
          ))}
          {able.length > SHOWN && <li className="row hint">{text.others}</li>}
        </ul>
      )}
    </>
  )
}
