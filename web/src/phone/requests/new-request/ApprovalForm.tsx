import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { requestApprover } from '#contract/requests/asking.ts'
import { type Kind } from '#contract/requests/kinds.ts'
import { kindList } from '#contract/requests/writing-kinds.ts'
import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { useLanguage, type Language } from '#shared/texts/language.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { typedOfFilled } from '../fields/typed-again.ts'
import { useRequest } from '../reads/request-queries.ts'
import type { Approver } from './approver-query.ts'
import { NewRequestForm, type Again } from './NewRequestForm.tsx'
import { newRequestTexts } from './new-request-texts.ts'

type FormProps = {
  readonly workspaceId: string
  readonly kinds: readonly Kind[]
  readonly onCreated: (request: Request) => void
}
type Membered = Omit<FormProps, 'workspaceId'> & { readonly membership: WorkspaceMembership }

/** The form for an approval. In its workspace, the URL may name a request to ask again. */
export const ApprovalForm = (props: Omit<Membered, 'kinds'>) => {
  const [search] = useSearchParams()
  const requestId = search.get('again')
  const { id: workspaceId } = props.membership
  const query = useQuery(endpointQuery(kindList, { params: { workspaceId } }))
  return (
    <QueryView query={query}>
      {(all) => {
        const kinds = all.filter(({ builtIn }) => builtIn !== 'text')
        if (requestId !== null && search.get('in') === workspaceId)
          return <AgainForm {...props} kinds={kinds} requestId={requestId} />
        return <NewRequestForm workspaceId={workspaceId} kinds={kinds} onCreated={props.onCreated} />
      }}
    </QueryView>
  )
}

/** With the text and the approver of an own request. Others fill in nothing: a link may name any. */
const AgainForm = ({
  requestId,
  membership,
  kinds,
  onCreated,
}: Membered & { readonly requestId: string }) => {
  const form = { workspaceId: membership.id, kinds, onCreated }
  const language = useLanguage()
  const query = useRequest(requestId)
  return (
    <QueryView query={query}>
      {(request) => {
        const isOwn = request.requester.participantId === membership.participantId
        // What was approved is done: a form that was left open replaces nothing.
        if (!isOwn || request.status === 'approved') return <NewRequestForm {...form} />
        const { approver } = request
        if (!approver) return <NewRequestForm {...form} again={againOf(request, null, language)} />
        return <NamedForm {...form} request={request} participantId={approver.participantId} />
      }}
    </QueryView>
  )
}

const againOf = (
  { id, status, title, details, kind, fields = [], files = [] }: Request,
  approver: Approver | null,
  language: Language,
): Again => ({
  title: title ?? '',
  details: details ?? '',
  kindId: kind?.id ?? null,
  typed: typedOfFilled(fields, language),
  approver,
  replaces: { id, title, isWaiting: status === 'pending', files: files.map(({ name }) => name) },
})

type NamedProps = FormProps & { readonly request: Request; readonly participantId: string }

/** With the same approver chosen, unless they can no longer be asked. */
const NamedForm = ({ request, participantId, ...form }: NamedProps) => {
  const text = newRequestTexts.use()
  const { workspaceId } = form
  const language = useLanguage()
  const query = useQuery(endpointQuery(requestApprover, { params: { workspaceId, participantId } }))
  if (isApiError(query.error, 'participant.not-found'))
    return (
      <>
        <p className="notice info">{text.gone}</p>
        <NewRequestForm {...form} again={againOf(request, null, language)} />
      </>
    )
  return (
    <QueryView query={query}>
      {(approver) => <NewRequestForm {...form} again={againOf(request, approver, language)} />}
    </QueryView>
  )
}
