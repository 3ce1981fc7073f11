import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { useDraft, useReloadDraft } from '#shared/forms/use-draft.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { SelectField } from '../../frame/SelectField.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { useCacheRequest } from '../reads/request-queries.ts'
import { CheckForm } from './CheckForm.tsx'
import { NewRequestForm } from './NewRequestForm.tsx'
import { newRequestTexts } from './new-request-texts.ts'

/** The form for a new request. If the URL names a workspace, it starts with a call check there. */
export const NewRequestPage = () => {
  const text = newRequestTexts.use()
  const memberships = useMemberships()
  return (
    <PhoneScreen title={text.title}>
      <QueryView query={memberships}>
        {({ userWorkspaces }) => (
          <RequestForm workspaces={userWorkspaces.filter(({ active, requester }) => active && requester)} />
        )}
      </QueryView>
    </PhoneScreen>
  )
}

const RequestForm = ({ workspaces }: { workspaces: readonly WorkspaceMembership[] }) => {
  const text = newRequestTexts.use()
  const navigate = useNavigate()
  const cacheRequest = useCacheRequest()
  const { workspaceId: checkIn = null } = useParams()
  const draft = useDraft('new-request in') as string | null
  const [id, setId] = useState(draft ?? checkIn)
  useReloadDraft('new-request in', () => id)
  const keptType = useDraft('new-request type') as Request['type'] | null
  const [type, setType] = useState(keptType ?? (checkIn === null ? 'approval' : 'verification'))
  useReloadDraft('new-request type', () => type)
  const workspace = workspaces.find((each) => each.id === id) ?? workspaces[0]
  const onCreated = (request: Request) => {
    cacheRequest(request)
    void navigate(`/requests/${request.id}`, { replace: true })
  }
  if (!workspace) return <p className="empty">{text.noWorkspace}</p>
  return (
    <>
      <fieldset className="choice">
        <legend className="visually-hidden">{text.type}</legend>
        {(['approval', 'verification'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="type" checked={type === each} onChange={() => setType(each)} />
            {text.types[each]}
          </label>
        ))}
      </fieldset>
      <p className="lead">{text.lead[type]}</p>
      {workspaces.length > 1 && (
        <div className="form">
          <SelectField
            label={text.workspace}
            options={workspaces.map((each) => ({
              value: each.id,
              name: each.isActive ? (each.name ?? each.id) : `${each.name ?? each.id} (${text.inactive})`,
            }))}
            value={workspace.id}
            onValue={setId}
          />
        </div>
      )}
      {type === 'approval' ? (
        <NewRequestForm workspaceId={workspace.id} onCreated={onCreated} />
      ) : (
        <CheckForm key={workspace.id} membership={workspace} onCreated={onCreated} />
      )}
    </>
  )
}
