import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { isApiError } from '#shared/api-error.ts'
import { useDraft, useReloadDraft } from '#shared/forms/use-draft.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { SelectField } from '../../frame/SelectField.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { useAskedOne } from '../asking/asking-reads.ts'
import { useCacheRequest } from '../reads/request-queries.ts'
import { ApprovalForm } from './ApprovalForm.tsx'
import { CheckForm } from './CheckForm.tsx'
import { newRequestTexts } from './new-request-texts.ts'

type PageProps = { readonly isCheck?: boolean }

/**
 * The form for a new request. `isCheck`: for a call check alone; the URL may name a workspace and a colleague there. Otherwise it may name
 * a request to ask again.
 */
export const NewRequestPage = ({ isCheck = false }: PageProps) => {
  const text = newRequestTexts.use()
  const memberships = useMemberships()
  return (
    <PhoneScreen title={isCheck ? text.checkTitle : text.title} {...(isCheck && { back: '/' })}>
      <QueryView query={memberships}>
        {({ userWorkspaces }) => (
          <RequestForm
            isCheck={isCheck}
            workspaces={userWorkspaces.filter(({ active, requester }) => active && requester)}
          />
        )}
      </QueryView>
    </PhoneScreen>
  )
}

type FormProps = { readonly isCheck: boolean; readonly workspaces: readonly WorkspaceMembership[] }

/** The workspace that the URL names. */
const useNamedWorkspace = (): string | null => {
  const { workspaceId } = useParams()
  const [search] = useSearchParams()
  return workspaceId ?? search.get('in')
}

const RequestForm = ({ isCheck, workspaces }: FormProps) => {
  const text = newRequestTexts.use()
  const navigate = useNavigate()
  const cacheRequest = useCacheRequest()
  const { approverId } = useParams()
  const namedId = useNamedWorkspace()
  const draft = useDraft('new-request in') as string | null
  const [id, setId] = useState(draft ?? namedId)
  useReloadDraft('new-request in', () => id ?? null)
  const keptType = useDraft('new-request type') as Request['type'] | null
  const [chosenType, setType] = useState(keptType ?? 'approval')
  const type = isCheck ? 'verification' : chosenType
  useReloadDraft('new-request type', () => type)
  const workspace = workspaces.find((each) => each.id === id) ?? workspaces[0]
  const onCreated = (request: Request) => {
    cacheRequest(request)
    void navigate(`/requests/${request.id}`, { replace: true })
  }
  if (!workspace) return <p className="empty">{text.noWorkspace}</p>
  const chosenId = workspace.id === namedId ? approverId : undefined
  return (
    <>
      {!isCheck && (
        <fieldset className="choice">
          <legend className="visually-hidden">{text.type}</legend>
          {(['approval', 'verification'] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="type" checked={type === each} onChange={() => setType(each)} />
              {text.types[each]}
            </label>
          ))}
        </fieldset>
      )}
      {!approverId && <p className="lead">{text.lead[type]}</p>}
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
        <ApprovalForm membership={workspace} onCreated={onCreated} />
      ) : chosenId ? (
        <ChosenCheckForm approverId={chosenId} membership={workspace} onCreated={onCreated} />
      ) : (
        <CheckForm key={workspace.id} membership={workspace} onCreated={onCreated} />
      )}
    </>
  )
}

type ChosenProps = {
  readonly approverId: string
  readonly membership: WorkspaceMembership
  readonly onCreated: (request: Request) => void
}

/** The form with the colleague of the URL chosen, unless that colleague can no longer be asked. */
const ChosenCheckForm = ({ approverId, ...form }: ChosenProps) => {
  const text = newRequestTexts.use()
  const query = useAskedOne(form.membership.id, { participantId: approverId })
  if (isApiError(query.error, 'participant.not-found'))
    return (
      <>
        <p className="notice info">{text.gone}</p>
        <CheckForm {...form} />
      </>
    )
  return <QueryView query={query}>{(chosen) => <CheckForm {...form} chosen={chosen} />}</QueryView>
}
