import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { WorkspaceMembership } from '#contract/workspaces.ts'
import { useDraft, useKeptDraft } from '../../shared/use-draft.ts'
import { Field } from '../frame/Field.tsx'
import { Loaded } from '../frame/Loaded.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { useMemberships, useTakeRequest } from '../requests/request-queries.ts'
import { NewRequestForm } from './NewRequestForm.tsx'
import { newRequestTexts } from './new-request-texts.ts'

export const NewRequestPage = () => {
  const text = newRequestTexts.use()
  const memberships = useMemberships()
  return (
    <PhoneScreen title={text.title}>
      <p className="lead">{text.lead}</p>
      <Loaded query={memberships}>
        {({ userWorkspaces }) => (
          <InWorkspace workspaces={userWorkspaces.filter(({ active, requester }) => active && requester)} />
        )}
      </Loaded>
    </PhoneScreen>
  )
}

const InWorkspace = ({ workspaces }: { workspaces: readonly WorkspaceMembership[] }) => {
  const text = newRequestTexts.use()
  const navigate = useNavigate()
  const take = useTakeRequest()
  const draft = useDraft('new-request in') as string | null
  const [id, setId] = useState(draft)
  useKeptDraft('new-request in', () => id)
  const workspace = workspaces.find((each) => each.id === id) ?? workspaces[0]
  if (!workspace) return <p className="empty">{text.noWorkspace}</p>
  return (
    <>
      {workspaces.length > 1 && (
        <div className="form">
          <Field label={text.workspace}>
            {(inner) => (
              <select
                className="input"
                {...inner}
                value={workspace.id}
                onChange={(event) => setId(event.target.value)}
              >
                {workspaces.map((each) => (
                  <option key={each.id} value={each.id} dir="auto">
                    {each.name}
                    {!each.isActive && ` (${text.inactive})`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
      <NewRequestForm
        workspaceId={workspace.id}
        onCreated={(request) => {
          take(request)
          void navigate(`/requests/${request.id}`, { replace: true })
        }}
      />
    </>
  )
}
