import { useId, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { requestApprover } from '#contract/requests/asking.ts'
import { requestApprovers } from '#contract/requests/requests.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { AlikeTag } from '#shared/parts/AlikeTag.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { useDebounced } from '#shared/reads/use-debounced.ts'
import { fieldTexts } from './field-texts.ts'
import type { InputProps } from './input-props.ts'

type Props = InputProps & { readonly workspaceId: string }

const MOST_SHOWN = 8

/** A person of the workspace, found by name or address. */
export const PersonField = (props: Props) => {
  const { field, label, fault, value, onValue } = props
  const text = fieldTexts.use()
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      {value ? (
        <div className="chosen-person">
          <span>
            <Chosen {...props} />
          </span>
          <button
            type="button"
            className="button button-outlined"
            name={`fields.${field.name}`}
            onClick={() => onValue('')}
          >
            {text.change}
          </button>
        </div>
      ) : (
        <Search {...props} faultId={fault && `${id}-fault`} />
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** The reader's own participant id in a workspace. */
const useOwnId = (workspaceId: string): string | undefined =>
  membershipIn(useMemberships().data?.userWorkspaces, workspaceId)?.participantId

const Chosen = ({ workspaceId, value }: Props) => {
  const text = fieldTexts.use()
  const isOwn = useOwnId(workspaceId) === value
  const found = useQuery({
    ...endpointQuery(requestApprover, { params: { workspaceId, participantId: value } }),
    enabled: !isOwn,
  })
  if (isOwn) return text.me
  return found.data ? <PersonText of={found.data} erased={text.erased} /> : null
}

const Search = ({
  field,
  workspaceId,
  faultId,
  onValue,
}: Props & { readonly faultId: string | undefined }) => {
  const text = fieldTexts.use()
  const [isOpen, setOpen] = useState(false)
  const [input, setInput] = useState('')
  const q = useDebounced(input.trim())
  const ownId = useOwnId(workspaceId)
  const found = useQuery({
    ...endpointQuery(requestApprovers, { params: { workspaceId }, query: { q, limit: MOST_SHOWN } }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  return (
    <>
      <input
        className="input"
        type="search"
        name={`fields.${field.name}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        aria-label={text.findPerson}
        aria-describedby={faultId}
        aria-invalid={Boolean(faultId)}
        placeholder={text.findPerson}
        value={input}
        onFocus={() => setOpen(true)}
        onChange={({ target }) => setInput(target.value)}
      />
      {isOpen && found.data && (
        <div className="panel options">
          {ownId !== undefined && q === '' && (
            <button type="button" onClick={() => onValue(ownId)}>
              {text.me}
            </button>
          )}
          {found.data.map((person) => (
            <button key={person.participantId} type="button" onClick={() => onValue(person.participantId)}>
              <span>
                <PersonText of={person} erased={text.erased} />
              </span>
              <AlikeTag of={person} />
            </button>
          ))}
          <p className="hint" role="status" hidden={found.data.length > 0 || q === ''}>
            {found.data.length === 0 && q !== '' && text.nobody(q)}
          </p>
        </div>
      )}
    </>
  )
}
