import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { overviewTexts } from './texts.ts'

type Props = { readonly workspaceId: string; readonly onPick: (person: Participant) => void }

/** Finds a participant by name or address. */
export const PersonPicker = ({ workspaceId, onPick }: Props) => {
  const text = overviewTexts.use()
  const [q, setQ] = useState('')
  const query = {
    limit: 8,
    sort: 'email' as const,
    invite: 'accepted' as const,
    ...(q.trim() && { q: q.trim() }),
  }
  const found = useQuery({
    ...endpointQuery(workspaceParticipants, { params: { id: workspaceId }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="person-picker">
      <FilterSearch autoFocus label={text.findPerson} maxLength={254} value="" onChange={setQ} />
      <ul>
        {found.data?.map(({ participant }) => (
          <li key={participant.id}>
            <button type="button" onClick={() => onPick(participant)}>
              <PersonText of={participant} erased={text.erased} />
            </button>
          </li>
        ))}
      </ul>
      {found.data?.length === 0 && <p className="muted">{text.nobody}</p>}
    </div>
  )
}
